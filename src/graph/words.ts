/**
 * General English word lists and the splitting of identifiers. Nothing here comes from one API or data set:
 * a word is in a list because any developer would use it so.
 */

const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** What an operation does to its resource, as far as its name and method tell. */
export type VerbKind = 'list' | 'get' | 'create' | 'update' | 'delete' | 'action';

const verbLists: readonly (readonly [VerbKind, ReadonlySet<string>])[] = [
  ['list', set('list search find query browse lookup discover enumerate explore scan recommend suggest index')],
  [
    'get',
    set(
      'get read fetch retrieve show describe view check load download inspect whoami count compute calculate detect ' +
        'analyze analyse identify determine estimate validate verify compare display export preview track monitor ' +
        'evaluate assess measure predict extract summarize see obtain',
    ),
  ],
  [
    'create',
    set(
      'create add insert new post register make open start submit book upload generate build init initialize place ' +
        'issue invite import clone fork copy draft schedule reserve order purchase buy design develop compose write ' +
        'plan prepare request save store publish produce enroll provision launch send begin signup trigger',
    ),
  ],
  [
    'update',
    set(
      'update edit modify set patch put change rename replace move assign enable disable toggle upsert sync merge ' +
        'apply redeem customize adjust reschedule attach approve reject accept pause resume restore lock unlock transfer optimize reset mark',
    ),
  ],
  ['action', set('watch stream subscribe listen poll')],
  [
    'delete',
    set(
      'delete remove drop destroy cancel revoke clear purge unset detach unlink dismiss terminate erase unassign ' +
        'unsubscribe unfollow unstar uninstall deregister withdraw',
    ),
  ],
];

/** Each verb with the kind of the first list that has it. */
const kindOfVerb: ReadonlyMap<string, VerbKind> = new Map(
  verbLists.toReversed().flatMap(([kind, words]) => [...words].map((word) => [word, kind] as const)),
);

/** The kind of a verb, or undefined when the word is not a known verb. */
export function verbKind(word: string): VerbKind | undefined {
  return kindOfVerb.get(word);
}

/** Verbs that are nouns at least as often; they act as verbs only where a name begins with them. */
const nounVerbs = set(
  'order book post issue schedule plan request store track set index mark design print review display report place ' +
    'start load check view count copy fork draft import export change transfer release list query monitor measure ' +
    'watch stream build purchase reserve download upload patch publish launch test preview show',
);

/** Is the word a verb wherever it stands in a name? */
export function isPlainVerb(word: string): boolean {
  return verbKind(word) !== undefined && !nounVerbs.has(word);
}

/** Words after which a name speaks of something else than its object: `orders_by_customer`. */
export const prepositions = set('by for of in with from to on at into via per using as about within between and or');

/** Key words by what kind of key they are; `id` keys identify alone, the others within a collection. */
export type KeyClass = 'id' | 'name' | 'login' | 'email' | 'slug' | 'code' | 'number' | 'key' | 'token' | 'url';

const keyWords: ReadonlyMap<string, KeyClass> = new Map([
  ...['id', 'uuid', 'guid', 'sid', 'gid', 'pk', 'identifier', 'oid', 'uid', 'urn', 'arn', 'ref', 'sha'].map(
    (word) => [word, 'id'] as const,
  ),
  ...['name', 'nickname'].map((word) => [word, 'name'] as const),
  ...['login', 'username', 'handle'].map((word) => [word, 'login'] as const),
  ['email', 'email'],
  ['slug', 'slug'],
  ['code', 'code'],
  ...['number', 'no', 'num', 'nr', 'iid'].map((word) => [word, 'number'] as const),
  ['key', 'key'],
  ['token', 'token'],
  ...['url', 'uri'].map((word) => [word, 'url'] as const),
]);

/** The class of a key word in singular or plural (`uuids` is `id`), or undefined for any other word. */
export function keyClassOf(word: string): KeyClass | undefined {
  return keyWords.get(word) ?? (word.endsWith('s') ? keyWords.get(word.slice(0, -1)) : undefined);
}

const exactIds = set('sha arn urn');

/** Is an id asked for that no other id stands for: a `sha`, where a `ref` or an `id` is given? Takes the last words. */
export function asksForAnotherId(wanted: string, given: string): boolean {
  return wanted !== given && exactIds.has(wanted);
}

/** Joined spellings of two words that people write as one. */
const joined: ReadonlyMap<string, readonly string[]> = new Map([
  ['username', ['user', 'login']],
  ['userid', ['user', 'id']],
  ['filename', ['file', 'name']],
  ['hostname', ['host', 'name']],
  ['accesstoken', ['access', 'token']],
  ['apikey', ['api', 'key']],
  ['sessionid', ['session', 'id']],
]);

/** English words in `-id` that are no identifiers. */
const notIds = set(
  'paid unpaid prepaid valid invalid grid void avoid android hybrid solid fluid rapid bid said maid aid kid rid hid ' +
    'raid laid squid liquid acid vivid humid stupid pyramid covid overlaid amid arid lipid orchid placid rabid rigid ' +
    'splendid steroid tabloid timid polaroid asteroid thyroid celluloid david madrid repaid david',
);

/** Short forms that developers use for a noun, with the noun. */
const shortForms: ReadonlyMap<string, string> = new Map([
  ['repo', 'repository'], ['org', 'organization'], ['organisation', 'organization'], ['app', 'application'],
  ['config', 'configuration'], ['doc', 'document'], ['msg', 'message'], ['env', 'environment'], ['db', 'database'],
  ['img', 'image'], ['pic', 'picture'], ['acct', 'account'], ['dept', 'department'], ['emp', 'employee'],
  ['cust', 'customer'], ['prod', 'product'], ['txn', 'transaction'], ['usr', 'user'], ['pkg', 'package'],
  ['dir', 'directory'], ['lang', 'language'], ['addr', 'address'], ['param', 'parameter'], ['attr', 'attribute'],
  ['cat', 'category'], ['desc', 'description'], ['loc', 'location'], ['info', 'information'], ['num', 'number'],
  ['qty', 'quantity'], ['ver', 'version'], ['auth', 'authentication'], ['pr', 'pull request'],
]); // biome-ignore format: a table

/** Words that wrap a resource without naming one: `results[]`, `UserResponse`, `PetDto`. */
export const wrapperWords = set(
  'result item data list content record value edge node response request result payload row entry hit object ' +
    'collection output input body element page meta metadata detail information info set array model dto schema view ' +
    'summary simple minimal full base basic extended compact public private nullable inline default type resource ' +
    'embedded attribute property field return reply wrapper entity instance json success ok paged paginated v1 v2 v3 ' +
    'v4 api rest the a an all any my me self current new updated created existing',
);

/** Words behind the name of a thing that only say that it is one: `ip_record`. */
export const containerWords = set('record object entity');

/** Names of positions and times: values that people give or read off, and that are no keys. */
export const measureWords = set(
  'latitude longitude lat lon lng date time datetime timestamp year month day hour minute start end from to radius',
);

/** Names that every second tool has; they say nothing about where a value comes from. */
export const genericNames = set(
  'id name status state type kind page limit offset cursor size sort order count total title description text value ' +
    'label message error code created updated deleted date time timestamp url link version format language lang locale ' +
    'currency amount price quantity query q filter search key token email phone address city country region zip ' +
    'latitude longitude lat lon lng width height color data result results content body note comment category tag ' +
    'success ok enabled active mode level index number unit duration start end from to reason action method user ' +
    'username password age gender year month day hour minute second weight score rank priority fields include expand ' +
    'options option args params headers metadata meta info details summary position length percent percentage rate ' +
    'public private verbose force dry locale timezone input output source target path file items list last on at by ' +
    'modified update in of and or the is has new old current previous next min max minimum maximum',
);

/** Words that tell the part a thing plays in a call, not what it is: `from_warehouse_id`, `parentId`. */
export const roleWords = set(
  'from to source target src dest destination origin parent child new old default current main primary other related ' +
    'filter by base head shipping billing home start end previous next first last assigned my original linked root sub owning in',
);

/** Words that qualify a token without changing who hands it out. */
export const tokenWords = set('access auth bearer refresh session id user api login authentication security jwt');

/** Properties that hold paging, links or errors beside the resource; their keys are not the resource's. */
export const besideWords = set('meta pagination paging links link error errors warning warnings cursor cursors');

/** Names of inputs that steer paging and shape of a listing. */
const pagination = set(
  'page limit offset cursor size sort order skip top take start after before count rows direction marker pagesize ' +
    'perpage pagetoken nexttoken maxresults pagenumber sortby orderby continue since until',
);

/** Is this the name of a paging or sorting input? Takes the split words of the name. */
export function isPagination(words: readonly string[]): boolean {
  const whole = words.join('');
  if (words.length === 1) return pagination.has(whole);
  if (pagination.has(whole)) return true;
  const [first, last] = [words[0] as string, words[words.length - 1] as string];
  if (first === 'sort' || first === 'pagination') return words.length <= 3;
  if (first === 'page' && words.length <= 2) return pageWords.has(last);
  if (last === 'cursor' || last === 'offset' || last === 'limit') return words.length <= 2;
  if (last === 'page' && (first === 'per' || first === 'items' || first === 'results')) return true;
  return last === 'token' && (words.includes('page') || words.includes('next') || words.includes('continuation'));
}

const pageWords = set('size number no num limit count index offset token cursor start');

const secretWords = set('password passwd secret credential credentials authorization bearer cookie signature otp pin');

/** Is this a value that a host keeps and no tool should be asked to find: a password, an API key, a bearer header? */
export function isSecret(words: readonly string[]): boolean {
  const last = words[words.length - 1] ?? '';
  if (secretWords.has(last) || words[0] === 'authorization') return true;
  return last === 'key' && words.some((word) => word === 'api' || word === 'access' || word === 'private');
}

/** Does the name speak of signing in? Such tools make tokens. */
export function isAuthWord(word: string): boolean {
  return authWords.has(word);
}
const authWords = set('auth authenticate authentication authorize login logon signin signon token session oauth sso');

const maxCachedNames = 20_000;

/** Splits an identifier at case, acronym, digit-free punctuation borders and lower-cases it: `HTTPServerId` → http server id, `userIDs` → user ids. */
export function splitWords(text: string): readonly string[] {
  if (text.length > 64) return splitAnew(text);
  const known = splitTexts.get(text);
  if (known !== undefined) return known;
  const words = splitAnew(text);
  if (splitTexts.size >= maxCachedNames) splitTexts.clear();
  splitTexts.set(text, words);
  return words;
}

/** Words of short texts split lately: names and phrases recur within and between the tools of a source. */
const splitTexts = new Map<string, readonly string[]>();

function splitAnew(text: string): readonly string[] {
  const head = text.slice(0, 200);
  return splitAscii(head) ?? splitUnicode(head).filter((word) => word !== '');
}

/** Words of a text in ASCII, letter by letter, as names are split by the ten thousand; undefined for any other text. */
function splitAscii(text: string): string[] | undefined {
  const words: string[] = [];
  let start = -1;
  let before: Letter = other;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 127) return undefined;
    const letter = letterOf(code);
    const begins =
      letter === upper && (before === lower || before === digit || (before === upper && endsAcronym(text, at)));
    if (start >= 0 && (letter === other || begins)) {
      words.push(text.slice(start, at).toLowerCase());
      start = -1;
    }
    if (start < 0 && letter !== other) start = at;
    before = letter;
  }
  if (start >= 0) words.push(text.slice(start).toLowerCase());
  return words.slice(); // without the room to grow: words are kept
}

/** Is the capital after another one the first letter of a word: the `S` of `HTTPServer`, but not the `D` of `IDs`? */
function endsAcronym(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  if (letterOf(next) !== lower) return false;
  return next !== plural || letterOf(text.charCodeAt(at + 2)) === lower;
}

type Letter = 0 | 1 | 2 | 3;
const other: Letter = 0;
const lower: Letter = 1;
const upper: Letter = 2;
const digit: Letter = 3;
const plural = 's'.charCodeAt(0);

/** Takes a code unit, or NaN behind the end of a text. */
function letterOf(code: number): Letter {
  if (code >= 97 && code <= 122) return lower;
  if (code >= 65 && code <= 90) return upper;
  return code >= 48 && code <= 57 ? digit : other;
}

function splitUnicode(text: string): string[] {
  return text
    .normalize('NFKC')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
}

/** Words of names seen lately: real catalogs repeat the same few thousand field names. */
const wordsOfNames = new Map<string, readonly string[]>();

/** Words of a name with joined spellings taken apart: `petid` → pet id, `userNames` → user names. */
export function nameWords(text: string): readonly string[] {
  const known = wordsOfNames.get(text);
  if (known !== undefined) return known;
  const words = splitWords(text)
    .flatMap((word) => joined.get(word) ?? splitTrailingId(word))
    .slice();
  if (wordsOfNames.size >= maxCachedNames) wordsOfNames.clear();
  wordsOfNames.set(text, words);
  return words;
}

function splitTrailingId(word: string): readonly string[] {
  const ids = word.endsWith('ids') ? word.slice(0, -1) : word;
  if (ids.length < 5 || !ids.endsWith('id') || notIds.has(ids)) return [word];
  if (ids.endsWith('uuid') || ids.endsWith('guid')) return ids.length > 4 ? [ids.slice(0, -4), 'uuid'] : [ids];
  return [ids.slice(0, -2), 'id'];
}

const irregular: ReadonlyMap<string, string> = new Map([
  ['people', 'person'], ['children', 'child'], ['men', 'man'], ['women', 'woman'], ['indices', 'index'],
  ['vertices', 'vertex'], ['matrices', 'matrix'], ['criteria', 'criterion'], ['media', 'media'], ['data', 'data'],
  ['series', 'series'], ['species', 'species'], ['news', 'news'], ['status', 'status'], ['address', 'address'],
  ['movies', 'movie'], ['cookies', 'cookie'], ['analyses', 'analysis'], ['bus', 'bus'], ['gas', 'gas'],
  ['aliases', 'alias'], ['statuses', 'status'], ['buses', 'bus'], ['caches', 'cache'], ['lens', 'lens'],
  ['corpora', 'corpus'], ['schemata', 'schema'], ['leaves', 'leaf'], ['shelves', 'shelf'], ['knives', 'knife'],
]); // biome-ignore format: a table

/** Singulars worked out lately. */
const singulars = new Map<string, string>();

/** Singular of one lower-case English noun, short forms spelled out: `repos` → repository, `categories` → category. */
export function singular(word: string): string {
  const known = singulars.get(word);
  if (known !== undefined) return known;
  const base = irregular.get(word) ?? stripPlural(word);
  const result = shortForms.get(base) ?? base;
  if (singulars.size >= maxCachedNames) singulars.clear();
  singulars.set(word, result);
  return result;
}

/** Singulars in `-as`. */
const notPlurals = set('alias bias atlas canvas christmas pancreas whereas overseas texas pyjamas pajamas ananas');

function stripPlural(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(ss|us|is|as|os)$/.test(word)) {
    return word.length >= 5 && /(photos|videos|logos|todos|repos|[^s]as)$/.test(word) && !notPlurals.has(word)
      ? word.slice(0, -1)
      : word;
  }
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(sses|shes|ches|xes|zzes)$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** Words of texts that carry no topic. */
export const stopWords = set(
  'the a an of to in for and or is are be by with on at as from that this it its will can which used if when not ' +
    'your you our their his her has have was were should must may such any all each one two only also other e g i ' +
    'g etc eg ie than then into about using use uses whether include includes including based given specified',
);
