/** How many postings of one key are looked at, best first: of a thing's key or place, of a name, of a word. */
export const postingLimits = { key: 40, name: 40, word: 160 } as const;
