/** An operation of a made-up document. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

/** A document of an API with these operations. */
export function documentOf(title: string, server: string, operations: readonly Operation[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { method, path, summary } of operations) {
    paths[path] = { ...paths[path], [method]: { summary, responses: { 200: { description: 'ok' } } } };
  }
  return { openapi: '3.0.3', info: { title, version: '1' }, servers: [{ url: server }], paths };
}
