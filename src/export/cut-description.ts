/** What a cut text ends in, so that reader and model can see that something is missing. */
export const cutMark = '[…]';

/**
 * `text` within `limit` UTF-16 units: whole when it fits, else cut after the last sentence that fits, or the last
 * word when sentences are too long for that, and ended with {@link cutMark}. Never ends in half a surrogate pair.
 * `tail` is kept whole after the text as long as it takes at most half of the limit.
 */
export function cutDescription(text: string, limit: number, tail = ''): string {
  const whole = tail === '' ? text : joinSentences(text, tail);
  if (whole.length <= limit) return whole;
  const keptTail = tail.length <= limit / 2 ? tail : cutText(tail, Math.floor(limit / 2));
  if (keptTail === '') return cutText(text, limit);
  const room = limit - keptTail.length - 1;
  return `${cutText(text, room)} ${keptTail}`;
}

/** Two texts as sentences of one: a full stop is put between them where the first ends without a mark. */
export function joinSentences(first: string, second: string): string {
  const text = first.trim();
  if (text === '') return second;
  if (second === '') return first;
  return `${text}${/[.!?…:;)\]]$/.test(text) ? '' : '.'} ${second}`;
}

function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const room = limit - cutMark.length - 1;
  if (room <= 0) return cutMark.slice(0, Math.max(0, limit));
  const start = wholeCharacters(text.slice(0, room + 1));
  const sentence = lastSentenceEnd(start.slice(0, room + 1));
  if (sentence >= room / 2) return `${start.slice(0, sentence)} ${cutMark}`;
  const word = Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n'), start.lastIndexOf('\t'));
  const end = word >= room / 2 ? word : room;
  return `${wholeCharacters(text.slice(0, end)).trimEnd()} ${cutMark}`;
}

/** Index after the last sentence mark that is followed by white space; 0 when there is none. */
function lastSentenceEnd(text: string): number {
  for (let at = text.length - 1; at > 0; at--) {
    const mark = text[at - 1];
    if (mark === '。' || mark === '！' || mark === '？') return at;
    if ((mark === '.' || mark === '!' || mark === '?' || mark === '\n') && /\s/.test(text[at] as string))
      return mark === '\n' ? at - 1 : at;
  }
  return 0;
}

/** Without a high surrogate at the end whose other half was cut off. */
function wholeCharacters(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}
