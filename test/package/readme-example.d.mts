export function readmeExample(): string;
export function promisedOutput(example: string): string[];
export function readmeCommands(): string[];
