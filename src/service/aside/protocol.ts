import type { JsonValue, TextPolicy, ToolGraph, ToolGraphErrorCode } from '../../index.js';
import type { Ingested } from '../source-record.js';

/** What a graph takes as read elsewhere. */
export type ReadResult = Parameters<ToolGraph['takeRead']>[0];
export type Draft = ReadResult['tools'][number];

/** Tools that a thread deals with in one go: few enough that it is back at its clients within some milliseconds. */
export const toolsAtOnce = 50;

/** Reads a source into a graph: a function that a module exports under this name, so that another thread can find it. */
export interface AsideModule {
  readonly readInto: (graph: ToolGraph, args: JsonValue, own: readonly string[]) => Promise<Ingested>;
}

/** A tool that the asking side has, and what it is known by. */
export type KnownTool = readonly [source: string, originalId: string, digest: string];

/** Asks the other thread to read a source. */
export interface AsideJob {
  readonly id: number;
  /** URL of an {@link AsideModule}. */
  readonly module: string;
  readonly args: JsonValue;
  readonly own: readonly string[];
  readonly textPolicy: TextPolicy;
  readonly known: readonly KnownTool[];
}

/** One tool of an answer, in order: a known one by its identity, another one whole. */
export type AsideTool = { readonly source: string; readonly originalId: string } | { readonly draft: Draft };

/** Some tools of the answer to a job. */
export interface AsideTools {
  readonly id: number;
  readonly kind: 'tools';
  readonly tools: readonly AsideTool[];
}

/** The end of the answer to a job. */
export interface AsideDone {
  readonly id: number;
  readonly kind: 'done';
  readonly sources: readonly string[];
  readonly diagnostics: ReadResult['diagnostics'];
  readonly incomplete?: string;
}

/** What went wrong with a job; `code` is absent for what was not thrown on purpose. */
export interface AsideFailed {
  readonly id: number;
  readonly kind: 'failed';
  readonly code?: ToolGraphErrorCode;
  readonly message: string;
}

export type AsideReply = AsideTools | AsideDone | AsideFailed;
