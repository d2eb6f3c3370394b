/** What a span may be told: numbers and short words, never what a client asked, sent or got. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | undefined>>;

/** What this module uses of `@opentelemetry/api`. */
interface TracingApi {
  readonly trace: {
    getTracer(name: string): {
      startActiveSpan<T>(
        name: string,
        options: { attributes: Record<string, string | number | boolean> },
        run: (span: Span) => T,
      ): T;
    };
  };
  readonly SpanStatusCode: { readonly ERROR: number };
}

interface Span {
  setAttribute(key: string, value: string | number | boolean): unknown;
  setStatus(status: { code: number }): unknown;
  end(): void;
}

let api: TracingApi | undefined;

/**
 * Looks once whether the host has `@opentelemetry/api`; from then on {@link traced} makes spans, which go wherever the
 * host's SDK sends them. Without the package nothing is traced and nothing is loaded.
 */
export async function startTracing(): Promise<void> {
  try {
    api ??= (await import('@opentelemetry/api')) as unknown as TracingApi;
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
    if (code !== 'ERR_MODULE_NOT_FOUND') throw thrown;
  }
}

/**
 * Runs work within a span. An error marks the span with its code or name and goes on as it is.
 *
 * @param after Facts that the outcome gives.
 */
export function traced<T>(
  name: string,
  facts: SpanFacts,
  work: () => T,
  after: (outcome: Awaited<T>) => SpanFacts = () => ({}),
): T {
  if (api === undefined) return work();
  const { SpanStatusCode, trace } = api;
  return trace.getTracer('toolgraph').startActiveSpan(`toolgraph.${name}`, { attributes: known(facts) }, (span) => {
    const failed = (thrown: unknown): never => {
      span.setAttribute('error.type', typeOf(thrown));
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
      throw thrown;
    };
    const ended = (outcome: Awaited<T>): Awaited<T> => {
      for (const [key, value] of Object.entries(known(after(outcome)))) span.setAttribute(key, value);
      span.end();
      return outcome;
    };
    let outcome: T;
    try {
      outcome = work();
    } catch (thrown) {
      return failed(thrown);
    }
    if (outcome instanceof Promise) return outcome.then(ended, failed) as T;
    return ended(outcome as Awaited<T>) as T;
  });
}

function known(facts: SpanFacts): Record<string, string | number | boolean> {
  const entries = Object.entries(facts).filter(
    (entry): entry is [string, string | number | boolean] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}

/** A code where there is one: messages may quote what a client sent. */
function typeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  return 'code' in thrown && (typeof thrown.code === 'string' || typeof thrown.code === 'number')
    ? String(thrown.code)
    : thrown.name;
}
