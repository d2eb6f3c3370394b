export function seededRandom(seed: number): () => number;
export function shuffled<T>(items: readonly T[], seed: number): T[];
