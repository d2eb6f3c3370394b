import { tokenize } from './tokenize.js';

/** Before the sign of an e-mail address: a person's name says nothing about the tool, while the host may. */
const localParts = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@(?=[\p{L}\p{N}-])/gu;

/**
 * Ids: UUIDs, a short prefix before digits (`ord_5512`), letters and digits mixed at length. One inside a path, an
 * address or a file's name is left alone, as folders, hosts and endings are words.
 */
const ids =
  /(?<![\p{L}\p{N}_/\\.@-])(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[a-z]{1,8}_\d[a-z\d_]*|(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{8,})(?![\p{L}\p{N}_/\\@-]|\.\p{L})/giu;

const dates =
  /(?<![\p{L}\p{N}_/\\.-])(?:\d{4}-\d{1,2}-\d{1,2}(?:T[\d:.]+Z?)?|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{1,2}:\d{2}(?::\d{2})?)(?![\p{L}\p{N}_/\\-]|\.[\p{L}\p{N}])/gu;

/** What a request says of the day or the hour it is made, before either: `today is 2026-03-17`. It asks for no calendar. */
const saysWhen =
  /\b(?:today(?:['’]s date)?|(?:the )?(?:current )?(?:date|time)|it|now)(?: is|['’]s)(?: now| currently| today)? +(?=\d{1,4}[-/.:]\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? \d|\d{1,2}(?:st|nd|rd|th)?\b)/gi;

/** Quotation marks of one kind, opened after a space or the start and closed before a space, a mark or the end. */
const quotes =
  /(?<=^|[\s(:,])(?:"([^"\n]{1,80})"|'([^'\n]{1,80})'|“([^”\n]{1,80})”|「([^」\n]{1,80})」|`([^`\n]{1,80})`)(?=$|[\s),.;:!?])/gu;

/**
 * Leaves the values out of a request that say nothing about the tool: ids but for the prefix that names their kind, dates,
 * times, what is said of today, the names in e-mail addresses.
 *
 * @param known Is this a word of the catalog? Such a word is no value, whatever it looks like.
 */
export function withoutValues(request: string, known: (word: string) => boolean): string {
  if (!/[\d@]/.test(request)) return request;
  const blank = (found: string): string => (known(found.toLowerCase()) ? found : `${kindOf(found)} `);
  return request.replace(saysWhen, ' ').replace(localParts, ' ').replace(ids, blank).replace(dates, ' ');
}

/** What the prefix of an id says of its kind: `ord` of `ord_5512`. */
function kindOf(id: string): string {
  return /^([a-z]{3,8})_/i.exec(id)?.[1] ?? '';
}

/**
 * The words, lower case, that a request only quotes: contents and names, of which a catalog may know nothing without
 * the request being about something else. None when most of the request is quoted.
 */
export function quotedWords(request: string): ReadonlySet<string> {
  let quoted = '';
  const outside = request.replace(quotes, (whole) => {
    quoted += `${whole} `;
    return ' ';
  });
  if (quoted === '' || quoted.length * 2 > request.length) return new Set();
  const said = new Set(tokenize(outside).map(({ surface }) => surface));
  return new Set(tokenize(quoted).flatMap(({ surface }) => (said.has(surface) ? [] : [surface])));
}
