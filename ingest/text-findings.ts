/**
 * What may be wrong with a tool's text.
 *
 * - `hidden-characters`: characters nobody sees, where the script does not need them; `smuggled-text` when they are of
 *   the kinds that can carry a whole message.
 * - `bidi-controls`: marks that make text read differently from what it says.
 * - `look-alike-letters`: letters of another script in the middle of a word, drawn like the right ones.
 * - `override-order`, `secrecy-order`, `preference-order`, `disclosure-order`, `role-order`: text that speaks to the
 *   model rather than about the tool: drop earlier instructions; keep something from the user; choose this tool
 *   whatever the task; read or pass on what the tool has no use for; be someone else.
 */
export type TextFindingKind =
  | 'hidden-characters' | 'smuggled-text' | 'bidi-controls' | 'look-alike-letters'
  | 'override-order' | 'secrecy-order' | 'preference-order' | 'disclosure-order' | 'role-order'; // biome-ignore format: a list

/** Kinds that nothing innocent needs: reason enough to keep a tool out where the policy is to do so. */
export const graveFindings: ReadonlySet<TextFindingKind> = new Set([
  'smuggled-text', 'bidi-controls', 'override-order', 'secrecy-order', 'preference-order', 'disclosure-order', 'role-order',
]); // biome-ignore format: a list
