import { ToolGraphError, type ToolGraphErrorCode } from '../index.js';

/** The body of every error answer: problem details (RFC 9457), with the sentence once more as `error`. */
export interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  /** A stable word to branch on. */
  readonly code: string;
  /** One sentence for people: the thing, the value seen, the next step. */
  readonly detail: string;
  /** The same sentence, for clients that look for `error`. */
  readonly error: string;
  readonly requestId: string;
}

/** A request that is answered with an error status. The message is sent to the client. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not authenticated',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  409: 'Conflict',
  412: 'Precondition failed',
  413: 'Content too large',
  415: 'Unsupported media type',
  429: 'Too many requests',
  500: 'Internal error',
  502: 'Bad gateway',
  503: 'Service unavailable',
  504: 'Gateway timeout',
};

const statusOf: Readonly<Record<ToolGraphErrorCode, number>> = {
  INVALID_ARGUMENT: 400,
  INVALID_OPTION: 400,
  INVALID_DOCUMENT: 400,
  INVALID_DATASET: 400,
  INVALID_SNAPSHOT: 400,
  REFUSED: 403,
  UNKNOWN_TOOL: 404,
  SOURCE_NOT_FOUND: 502,
  SOURCE_UNREADABLE: 502,
  MODEL_FAILED: 502,
  LIMIT_EXCEEDED: 413,
  NOT_CALLABLE: 409,
  BUSY: 503,
  TOOL_FAILED: 502,
  MISSING_DEPENDENCY: 500,
};

/** Anything thrown as an error answer; what was not thrown on purpose becomes a 500 without its message. */
export function asRequestError(thrown: unknown): RequestError {
  if (thrown instanceof RequestError) return thrown;
  if (thrown instanceof ToolGraphError) {
    const status = statusOf[thrown.code];
    if (status !== 500) return new RequestError(status, kebab(thrown.code), thrown.message);
  }
  return new RequestError(
    500,
    'internal',
    'Something went wrong in the service; its log has the details under this request id.',
  );
}

/** The answer for an error. */
export function problemResponse(error: RequestError, requestId: string): Response {
  const problem: Problem = {
    type: 'about:blank',
    title: titles[error.status] ?? 'Error',
    status: error.status,
    code: error.code,
    detail: error.message,
    error: error.message,
    requestId,
  };
  return new Response(JSON.stringify(problem), {
    status: error.status,
    headers: { 'content-type': 'application/problem+json', 'x-request-id': requestId, ...error.headers },
  });
}

function kebab(code: string): string {
  return code.toLowerCase().replaceAll('_', '-');
}
