import { createHash } from 'node:crypto';
import type { ToolSchema } from '../../index.js';
import type { Draft } from './protocol.js';

/** A tool without what belongs to its catalog or its process: what another thread can be sent. */
export function draftOf(tool: ToolSchema): Draft {
  const { name: _given, callable: _bound, ...draft }: Draft & { name: string } = tool;
  return draft;
}

/** A text that two drafts share when they were read from the same content. */
export function digestOf(draft: Draft): string {
  return createHash('sha256').update(JSON.stringify(draft)).digest('base64');
}

/** Identity of a tool as a key of a map. */
export function keyOf(source: string, originalId: string): string {
  return JSON.stringify([source, originalId]);
}
