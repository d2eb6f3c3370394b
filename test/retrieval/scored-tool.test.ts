import { describe, expect, it } from 'vitest';
import { scoredTool } from '../../retrieval/scored-tool.js';
import type { ToolSchema } from '../../src/core/tool-schema.js';

describe('a scored tool', () => {
  it('works its explanation out when it is read, once, and copies and JSON of it have it', () => {
    let made = 0;
    const explain = () => ({ summary: `made ${++made}`, terms: [] });
    const hit = scoredTool({ name: 'pay' } as ToolSchema, 2, 0.5, 'target', explain);
    expect(made).toBe(0);
    expect(hit.explanation).toBe(hit.explanation);
    expect({ ...hit }.explanation.summary).toBe('made 1');
    expect(JSON.parse(JSON.stringify(hit))).toEqual({
      tool: { name: 'pay' },
      score: 2,
      relevance: 0.5,
      role: 'target',
      explanation: { summary: 'made 1', terms: [] },
    });
  });
});
