import { isStopWord } from '../stop-words.js';
import { stem, terms } from '../tokenize.js';

/**
 * Short forms of everyday technical and office English and what they stand for; a phrase has several words. Written by
 * hand from general use. Left out: forms that are ordinary words (`it`, `no`, `id`) or stand for too many things (`pc`, `st`).
 */
const table = `
pr: pull request
mr: merge request
repo: repository
ci: continuous integration
cd: continuous deployment
vm: virtual machine
k8s: kubernetes
db: database
auth: authentication, authorization
authn: authentication
authz: authorization
config: configuration
conf: configuration
env: environment
org: organization
msg: message
addr: address
qty: quantity
amt: amount
num: number
acct: account
usr: user
pwd: password
pw: password
passwd: password
dir: directory
doc: document
docs: documentation, documents
img: image
pic: picture, photo
pics: pictures, photos
vid: video
app: application
apps: applications
admin: administrator
info: information
dev: developer, development
prod: production
perms: permissions
perm: permission
params: parameters
param: parameter
attr: attribute
attrs: attributes
desc: description
ref: reference
refs: references
txn: transaction
tx: transaction
cust: customer
emp: employee
dept: department
mgr: manager
mgmt: management
appt: appointment
sched: schedule
prefs: preferences
pref: preference
lang: language
loc: location
lat: latitude
lon: longitude
lng: longitude
cert: certificate
certs: certificates
dns: domain name
tz: timezone
kb: knowledge base
faq: frequently asked questions
dm: direct message
otp: one time password
2fa: two factor authentication
mfa: multi factor authentication
sso: single sign on
ns: namespace
svc: service
deploy: deployment
pvc: persistent volume claim
pv: persistent volume
hpa: horizontal pod autoscaler
crd: custom resource definition
lb: load balancer
mem: memory
stats: statistics
stat: statistic
sms: text message
eta: arrival time
rma: return merchandise
vat: value added tax
pto: paid time off
crm: customer relationship
kpi: performance indicator
rev: revision
ver: version
var: variable
vars: variables
cmd: command
exec: execute
del: delete
rm: remove
mkdir: create directory
cwd: current directory
regex: regular expression
nlp: natural language
ocr: text recognition
tts: text to speech
stt: speech to text
tv: television
abbr: abbreviation
approx: approximate
avg: average
max: maximum
min: minimum
freq: frequency
src: source
dst: destination
dest: destination
orig: original
prev: previous
misc: miscellaneous
spec: specification
specs: specifications
subj: subject
tel: telephone
biz: business
govt: government
univ: university
uni: university
asst: assistant
yr: year
wk: week
hrs: hours
mins: minutes
secs: seconds
`;

interface AbbreviationIndex {
  /** Terms of the long forms, by the term of the short form. */
  readonly long: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** Short forms by the first term of a long form. */
  readonly short: ReadonlyMap<string, readonly { readonly phrase: readonly string[]; readonly term: string }[]>;
}

let index: AbbreviationIndex | undefined;

/** What a short form stands for: each a list of terms, as the tokenizer makes them. Empty for other words. */
export function longForms(term: string): readonly (readonly string[])[] {
  index ??= buildIndex();
  return index.long.get(term) ?? [];
}

/** Does what a short form stands for begin with this term? */
export function beginsLongForm(term: string): boolean {
  index ??= buildIndex();
  return index.short.has(term);
}

/** Short forms of a long form that begins at `at`: their terms, and how many of the terms they stand for. */
export function shortForms(
  sequence: readonly string[],
  at: number,
): { readonly term: string; readonly length: number }[] {
  index ??= buildIndex();
  const found: { term: string; length: number }[] = [];
  for (const { phrase, term } of index.short.get(sequence[at] as string) ?? []) {
    if (phrase.every((part, i) => sequence[at + i] === part)) found.push({ term, length: phrase.length });
  }
  return found;
}

function buildIndex(): AbbreviationIndex {
  const long = new Map<string, string[][]>();
  const short = new Map<string, { phrase: string[]; term: string }[]>();
  for (const line of table.trim().split('\n')) {
    const [form = '', meanings = ''] = line.split(':');
    const term = stem(form);
    for (const meaning of meanings.split(',')) {
      const phrase = terms(meaning).filter((part) => !isStopWord(part));
      const [first] = phrase;
      if (first === undefined || phrase.includes(term)) continue;
      long.set(term, [...(long.get(term) ?? []), phrase]);
      short.set(first, [...(short.get(first) ?? []), { phrase, term }]);
    }
  }
  return { long, short };
}
