export interface SyntheticTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly outputSchema: object;
  readonly service: string;
}
export function syntheticTool(index: number): SyntheticTool;
export function syntheticQueries(count: number): string[];
