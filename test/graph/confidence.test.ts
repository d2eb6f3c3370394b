import { describe, expect, it } from 'vitest';
import type { ToolEdge } from '../../src/core/tool-edge.js';
import { confidenceOf, strengthBehind, strengthOf } from '../../src/graph/confidence.js';

const strengths = Array.from({ length: 56 }, (_, at) => (42 + at) / 100);

describe('confidence', () => {
  it('grows with strength, tells strengths apart and stays within what a source states', () => {
    const confidences = strengths.map(confidenceOf);
    for (const [at, confidence] of confidences.entries()) {
      expect(confidence).toBeGreaterThan(confidences[at - 1] ?? 0.5);
      expect(confidence).toBeLessThan(0.97);
    }
  });

  it('gives the strength back', () => {
    for (const strength of strengths) expect(strengthBehind(confidenceOf(strength))).toBeCloseTo(strength, 2);
    expect(strengthBehind(1)).toBe(1);
    expect(strengthBehind(0)).toBe(0);
  });

  it('of an edge that a source states is its strength', () => {
    const edge = (kind: 'link' | 'path'): ToolEdge => ({
      producer: 'a', consumer: 'b', from: '', to: 'x', confidence: 0.9, evidence: [{ kind, detail: '' }],
    }); // biome-ignore format: one edge
    expect(strengthOf(edge('link'))).toBe(0.9);
    expect(strengthOf(edge('path'))).toBeLessThan(0.85);
  });
});
