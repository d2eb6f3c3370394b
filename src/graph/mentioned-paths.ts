/** How much of a description is read, and how many paths it may name. */
const limits = { length: 600, paths: 3 } as const;

/** A path in a text: a slash after a space, bracket or quote, then segments. */
const pathPattern = /(?:^|[\s("'`])(\/[a-z][\w{}/.-]{2,80})/gi;

/**
 * Paths that a text names, `GET /teams` or `/orders/{id}` as last segments that are no parameters, in the order they
 * stand. At most three.
 */
export function mentionedPaths(text: string): readonly string[] {
  const found = [...text.slice(0, limits.length).matchAll(pathPattern)].map((match) => match[1] as string);
  return found.slice(0, limits.paths).flatMap((path) => endOfPath(path) ?? []);
}

/** The last fixed segment of a path, lower case: by it operations are found whatever stands before. */
export function endOfPath(path: string): string | undefined {
  const fixed = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
  return fixed
    .at(-1)
    ?.replace(/[.,;:]+$/, '')
    .toLowerCase();
}
