/**
 * Did a server refuse a request because it does not know the session any more, as after a restart? The specification
 * has it answer 404; servers of the first SDK generation, and of its examples, answer 400 and speak of the session or of
 * being initialized. In each case the request was not carried out.
 */
export function sessionWasForgotten(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const status = 'status' in thrown ? thrown.status : 'code' in thrown ? thrown.code : undefined;
  if (status === 404) return true;
  return status === 400 && /\bsession\b|not initialized/i.test(thrown.message.slice(0, 1000));
}
