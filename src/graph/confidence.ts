import type { ToolEdge } from '../core/tool-edge.js';

/**
 * How often inferred edges of a strength are right: a logistic curve over the strength's log odds, fitted by
 * `bench/calibrate.mjs` to the labelled producers of our own sets. No inferred edge is surer than `most`, what a source
 * states itself.
 */
const fit = { offset: 1.37, slope: 1.25, most: 0.97 } as const;

const stated: ReadonlySet<string> = new Set(['declared', 'link', 'workflow', 'context']);

/** The confidence of an inferred edge, 0 to 1: the share of edges of that strength (0 to 1) that are right. */
export function confidenceOf(strength: number): number {
  const odds = fit.offset + fit.slope * logOdds(strength);
  return Math.round((fit.most * 10_000) / (1 + Math.exp(-odds))) / 10_000;
}

/**
 * How strong the evidence for an edge is, 0 to 1: what {@link confidenceOf} made its confidence of. Strengths tell edges
 * apart that are about equally likely to be right. That of an edge which a source states is its confidence.
 */
export function strengthOf({ confidence, evidence }: ToolEdge): number {
  return stated.has(evidence[0]?.kind ?? '') ? confidence : strengthBehind(confidence);
}

/** The strength of which {@link confidenceOf} makes a confidence. */
export function strengthBehind(confidence: number): number {
  if (confidence >= fit.most) return 1;
  if (confidence <= 0) return 0;
  const odds = (logOdds(confidence / fit.most) - fit.offset) / fit.slope;
  return 1 / (1 + Math.exp(-odds));
}

function logOdds(share: number): number {
  const inside = Math.min(0.999, Math.max(0.001, share));
  return Math.log(inside / (1 - inside));
}
