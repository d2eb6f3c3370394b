import { keyFit } from '../compatibility.js';
import { endIndexKey, type FieldIndex, toolIndexKey } from '../field-index.js';
import { mentionedPaths } from '../mentioned-paths.js';
import type { Need, Offer, ToolProfile } from '../tool-profile.js';
import { splitWords } from '../words.js';
import type { Detail, Put } from './candidate.js';
import { postingLimits } from './posting-limits.js';

/** Most words of a description that are searched for the name of a tool, and the longest such name. */
const mentionLimits = { words: 60, name: 6 } as const;

/** The description names the tool that gives the value: "as returned by list_orders", "from the Search Airport API". */
export function byMention(consumer: ToolProfile, need: Need, index: FieldIndex, put: Put): void {
  const words = splitWords(need.field.description ?? '').slice(0, mentionLimits.words);
  for (let at = 1; at < words.length - 1; at++) {
    if (!sourceWords.has(words[at - 1] as string) && !sourceWords.has(words[at - 2] ?? '')) continue;
    for (let length = 2; length <= mentionLimits.name && at + length <= words.length; length++) {
      const postings = index.read(toolIndexKey(words.slice(at, at + length)), consumer);
      for (const posting of postings.slice(0, postingLimits.name)) {
        const fit = mentionFit(need, posting.offer);
        if (fit === 0) continue;
        put(posting, 0.9 * fit, 'description', nameDetail);
      }
    }
  }
}

const nameDetail: Detail = ({ tool }, { field }) => `the description of ${field.path} names ${tool.tool.name}`;

/** Words before the name of a tool that a value comes from. */
const sourceWords = new Set('from by of via using in see with call calling use run through'.split(' '));

/** The description names the path that the value comes from: "can be obtained from /orders". */
export function byMentionedPath(consumer: ToolProfile, need: Need, index: FieldIndex, put: Put): void {
  for (const path of mentionedPaths(need.field.description ?? '')) {
    const detail: Detail = (_offer, { field }) => `the description of ${field.path} names ${path}`;
    for (const posting of index.read(endIndexKey(path), consumer).slice(0, postingLimits.name)) {
      for (const offer of posting.offer.tool.offers) {
        const fit = mentionFit(need, offer);
        if (fit === 0) continue;
        put({ ...posting, offer, holder: 'mention' }, 0.9 * fit, 'description', detail);
      }
    }
  }
}

/** Which output of a tool that is named is meant: the key of the wanted kind, or the field of that name. */
function mentionFit(need: Need, offer: Offer): number {
  const alike = offer.name === need.name || need.name.endsWith(` ${offer.name}`);
  if (offer.name !== '' && alike && (offer.distinctive || offer.depth <= 1)) return 1;
  if (need.cls === undefined || need.cls === 'self' || offer.cls === undefined || offer.depth > 1) return 0;
  return (keyFit[need.cls][offer.cls] ?? 0) * (offer.implied ? 0.85 : 1) * 0.97 ** offer.depth;
}
