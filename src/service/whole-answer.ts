import type { ServerResponse } from 'node:http';

/** Texts of responses that were made whole, for as long as these are in use. */
const texts = new WeakMap<Response, string>();

/** A response with this text as its body, which {@link sendWhole} can send without reading it from a stream again. */
export function wholeAnswer(text: string, init: ResponseInit): Response {
  const response = new Response(text, init);
  texts.set(response, text);
  return response;
}

/**
 * Sends a response of {@link wholeAnswer} in one write: a stream of the text would cost as much as ranking. Returns
 * false, and has done nothing, for any other response and where something was sent before.
 */
export function sendWhole(response: Response, outgoing: ServerResponse): boolean {
  const text = texts.get(response);
  if (text === undefined || outgoing.headersSent) return false;
  const headers = Object.fromEntries(response.headers);
  outgoing.writeHead(response.status, { ...headers, 'content-length': Buffer.byteLength(text) });
  outgoing.end(text);
  return true;
}
