/** Longest text that is looked at; what lies beyond is kept out. */
const maxRead = 40_000;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Markdown or HTML as plain text on one line: tags, link targets, images and emphasis marks go, words stay. */
export function plainText(markup: string): string {
  return markup
    .slice(0, maxRead)
    .replace(/<!--[\s\S]{0,2000}?-->/g, ' ')
    .replace(/<\/?[a-zA-Z][^<>]{0,1000}>/g, ' ')
    .replace(/!\[([^\]\n]{0,300})\]\([^()\s]{0,1000}\)/g, '$1')
    .replace(/\[([^\]\n]{0,300})\]\([^()\n]{0,1000}\)/g, '$1')
    .replace(/^ {0,3}#{1,6} +/gm, '')
    .replace(/^ {0,3}(?:```|~~~).{0,60}$/gm, '')
    .replace(/^[ \t|:+-]{3,}$/gm, ' ')
    .replace(/[*`]{1,3}|~~|(?<![\w/])__?(?=\w)|(?<=\w)__?(?![\w/])/g, '')
    .replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (_, name: string) => entities[name] ?? "'")
    .replace(/\s+/g, ' ')
    .trim();
}

/** At most `maxLength` characters, cut after a sentence or word where there is one, with `…` for what is missing. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const head = text.slice(0, maxLength - 1);
  const sentence = Math.max(head.lastIndexOf('. '), head.lastIndexOf('! '), head.lastIndexOf('? '));
  if (sentence > maxLength / 2) return `${head.slice(0, sentence + 1)}…`;
  const word = head.lastIndexOf(' ');
  return `${head.slice(0, word > maxLength / 2 ? word : head.length).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
