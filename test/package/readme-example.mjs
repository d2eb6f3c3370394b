import { readFileSync } from 'node:fs';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The first `js` block of README.md: what a reader copies first, so it is run as written. */
export function readmeExample() {
  const block = /^```js\n([\s\S]*?)^```$/m.exec(readme);
  if (block?.[1] === undefined) throw new Error('README.md has no ```js block to run.');
  return block[1];
}

/** What the comments of the example promise it prints: the text after each `// → `. */
export function promisedOutput(example) {
  return [...example.matchAll(/\/\/ → (.*)$/gm)].map((match) => match[1].trimEnd());
}

/** The commands of every `toolgraph …` line. */
export function readmeCommands() {
  return [...readme.matchAll(/^ {4}(?:npm run -s toolgraph --|toolgraph) ([a-z]+)/gm)].map((match) => match[1]);
}
