import { stem } from '../tokenize.js';

/**
 * How people say things and what APIs call them, written by hand from general English, never from one vendor's words. To
 * the left the ways to say it: `..` stands for up to four words between, `...` for one at least, `~` before a word for its use as a verb, before
 * an article or a pronoun ("text a number", "phone her"). To the right the words of APIs.
 */
const table = `
how much .. money | how much .. owe | do i owe | do we owe = balance, amount
how much .. cost | how much is | how much are | how much does | how much would | how much will | how much for = price, cost, estimate
how much .. left | how much .. remain | how many .. left = balance, usage, quota
how much .. use = usage
how long does | how long will | how long until = duration, time, estimate
how far = distance, route
how fast = speed
how big = size
how warm | how cold | how hot = temperature, weather
how do i get | how to get to | get from .. to | way to = direction, route
who am i = authenticated, current, me, whoami
who is in | who in | who is on | who on | who are in | who belong | who is at = member, user, participant
who is coming | who come | who attend = attendee, participant, guest
who can | who may | who has access = permission, access
who own = owner
who follow = follower
who wrote | who made = author, creator
who is on call | who on call = schedule, oncall
where is my | where is our | where my | where our = location, tracking, status
when is the next | when does the next | when the next | next train | next bus | next tram | next ferry | next flight = departure, arrival, schedule
what is on | what on = schedule, event
what is new | what new = latest, recent
what went wrong | what is wrong | what wrong = error, status, log
is ... free | is ... available | is ... taken | still free | still available = availability, available, check
is ... correct | is ... valid | is ... genuine = check, verify, validate
is ... down | is ... healthy | is ... online = status, health
right now | at the moment = current, currently
near me | near here | close to me | close by | around here = nearby, nearest
coming up = upcoming, schedule
listen to most | play most | most play | most listen = top
sign .. up = register, registration, subscribe
sign in | log in | logged in = login, session
sign out | log out = logout, session
take back | take .. back = delete, revoke, undo
take down | take .. down | take off | take .. off = delete, remove
put .. back | bring back | bring .. back | get .. back = restore, recover
give .. back | send .. back | money back = return, refund
pay .. back = refund
call off | call .. off = cancel
put off | put .. off | push .. back = reschedule, postpone
rid of | throw away | throw .. away | throw out | throw .. out | wipe = delete
throw .. bin | in the bin | in the trash = trash, delete
clean up | clean .. up | clean out | tidy up = prune, cleanup, delete
turn on | turn .. on | switch on | switch .. on | flip .. on = enable, activate
turn off | turn .. off | switch off | switch .. off | flip .. off = disable, deactivate
shut down | shut .. down | power down | power off = stop, terminate, shutdown
close down | close .. down = archive, deactivate, delete
spin up | spin .. up | fire up | fire .. up | boot up | launch .. machine | launch .. server | start .. machine = run, start, create, instance
tear down | tear .. down | spin down = delete, terminate, destroy
look up | look .. up = search, lookup, find
hand over | hand .. over | sign over = transfer, assign
pass on | pass .. on = forward
kick .. out | kick .. off | kick = remove, ban
let .. in = invite, allow, permission
tell everyone | tell everybody | let everyone know | let them know = notify, message
share .. with = permission, share, invite
give .. access | give .. right | give .. permission = permission, add, collaborator, grant
take away .. access | take .. access away = revoke, permission
break .. into | break down | split .. up = split, subtask
join .. together | put .. together = merge, combine
read out | read .. out | read aloud | read .. aloud = say, speech
to the end of | at the end of = append
keep .. for later | for later = save, saved, bookmark
make .. public = publish, visibility
swap = replace, exchange
thumbs up | ~heart = reaction, like
~text = message, sms, send
~ring | ~phone = call
~ping | ~dm = message
~mail = email, send
call a .. function | call the .. function | call an .. function | call my .. function = invoke
log .. hour | log .. minute | track .. hour | hour of work | minute of work | time spent = worklog, time, spend
move .. money | move .. fund | send .. money = transfer, payout
file .. bucket = object
bug = issue, defect
ticket = issue
chargeback = dispute
phone bill | the bill | my bill | our bill = invoice
folk | everyone | everybody | somebody | someone = user, member
song | tune = track
gig | concert | festival = event
breakfast | lunch | dinner | dentist | birthday = event
parcel = shipment
mail = email
reader = subscriber, member
contract = document, agreement
folder = directory
picture = photo, image
schedule .. call | video call | conference call = meeting
subdomain = record
weakness | security problem | security hole = vulnerability, alert
to done | to in progress = status, transition
as done = complete, status
outage = incident
newsletter = campaign
coupon | voucher = promotion, discount
holiday = leave, vacation
pay rise | wage = salary
`;

/** A term that a phrase of a request also asks for. */
export interface PhraseTerm {
  readonly term: string;
  /** The words of the request that say so, joined by spaces. */
  readonly said: string;
  /** How many terms the phrase stands for. */
  readonly among: number;
}

/** What is needed of a word of a request. */
interface SaidWord {
  readonly surface: string;
  readonly term: string;
  readonly whole?: true;
}

interface Phrase {
  /** As it stands in the table. */
  readonly way: string;
  /** Terms in their order, and gaps. */
  readonly parts: readonly string[];
  readonly isVerb: boolean;
  readonly terms: readonly string[];
}

/** The most and the fewest words between. */
const longestGap = 4;
const gaps = new Map([
  ['..', 0],
  ['...', 1],
]);

/** Words before what a verb is done to, and words after which a word is no verb. */
const beforeObjects = new Set(
  'a an the my our your his her their this that these those some every all me him them us everyone everybody somebody someone'.split(' '),
); // biome-ignore format: a list
const beforeNouns = new Set('a an the of my our your his her their this that each every'.split(' '));

let index: ReadonlyMap<string, readonly Phrase[]> | undefined;

/** Does a phrase begin with this term? */
export function beginsPhrase(term: string): boolean {
  index ??= buildIndex();
  return index.has(term);
}

/** The terms that phrases among the words of a request or clause also ask for, each once. */
export function phraseTerms(words: readonly SaidWord[]): PhraseTerm[] {
  index ??= buildIndex();
  const plain = words.filter((word) => word.whole !== true);
  const found = new Map<string, PhraseTerm>();
  for (const [at, word] of plain.entries()) {
    const { phrases, end } = shortestAt(index.get(word.term) ?? [], plain, at);
    for (const { terms } of phrases) {
      const said = plain.slice(at, end).map(({ surface }) => surface).join(' '); // biome-ignore format: short
      for (const term of terms) if (!found.has(term)) found.set(term, { term, said, among: terms.length });
    }
  }
  return [...found.values()];
}

/** The phrases that begin at a word and end first: "switch off the light on my desk" switches nothing on. */
function shortestAt(
  candidates: readonly Phrase[],
  words: readonly SaidWord[],
  at: number,
): { readonly phrases: readonly Phrase[]; readonly end: number } {
  let phrases: Phrase[] = [];
  let end = words.length;
  for (const phrase of candidates) {
    const own = endOf(phrase.parts, words, at);
    if (own === undefined || own > end || (phrase.parts.length === 1 && !isSaidAlone(phrase, words, at))) continue;
    if (own < end) phrases = [];
    end = own;
    phrases.push(phrase);
  }
  return { phrases, end };
}

/** Is a phrase of one word said where it stands? A word of the same stem is another one: training is no train. */
function isSaidAlone({ way, isVerb }: Phrase, words: readonly SaidWord[], at: number): boolean {
  const surface = words[at]?.surface;
  if (surface !== way && surface !== `${way}s`) return false;
  return !isVerb || isVerbAt(words, at);
}

function isVerbAt(words: readonly SaidWord[], at: number): boolean {
  return beforeObjects.has(words[at + 1]?.surface ?? '') && !beforeNouns.has(words[at - 1]?.surface ?? '');
}

/** Where the parts of a phrase that begins at `start` end among the words; undefined when they are not all there. */
function endOf(parts: readonly string[], words: readonly SaidWord[], start: number): number | undefined {
  let at = start;
  let last = at;
  for (const part of parts) {
    const fewest = gaps.get(part);
    if (fewest !== undefined) {
      last = at + longestGap;
      at += fewest;
      continue;
    }
    while (at < last && words[at]?.term !== part) at++;
    if (words[at]?.term !== part) return undefined;
    last = ++at;
  }
  return at;
}

function buildIndex(): ReadonlyMap<string, readonly Phrase[]> {
  const phrases = new Map<string, Phrase[]>();
  for (const line of table.trim().split('\n')) {
    const [ways = '', meant = ''] = line.split(' = ');
    const terms = meant.split(', ').map(stem);
    for (const way of ways.split(' | ')) {
      const isVerb = way.startsWith('~');
      const plain = way.replace('~', '');
      const parts = plain.split(' ').map((part) => (gaps.has(part) ? part : stem(part))); // biome-ignore format: short
      const first = parts[0] as string;
      phrases.set(first, [...(phrases.get(first) ?? []), { way: plain, parts, isVerb, terms }]);
    }
  }
  return phrases;
}
