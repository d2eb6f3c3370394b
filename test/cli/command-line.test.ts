import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeFailure } from '../../src/cli/failure.js';
import { buildProgram, commandNames } from '../../src/cli/program.js';
import { commandLine, printed, temporaryFolder, toolgraph } from '../support/command-line.js';

const rows = [
  {
    name: 'list_orders',
    description: 'Orders of a customer. Newest first.',
    parameters: { type: 'object', properties: { customer: { type: 'string' } } },
    returns: { type: 'array', items: { type: 'object', properties: { order_id: { type: 'string' } } } },
    tags: ['orders'],
  },
  {
    name: 'cancel_order',
    description: 'Cancel an order that has not shipped.',
    parameters: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] },
    depends_on: [{ name: 'list_orders', parameter: 'order_id' }],
    tags: ['orders'],
    annotations: { destructiveHint: true },
  },
  { name: 'send_mail', description: 'Send a letter to somebody.', parameters: { type: 'object', properties: {} } },
];

function shop(): { folder: string; file: string } {
  const folder = temporaryFolder();
  const file = join(folder, 'shop.jsonl');
  writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
  return { folder, file };
}

describe('inspect --tool', () => {
  it('shows what one tool is understood to do, and names near ones for a wrong name', async () => {
    const shop = 'datasets/shop/specs';
    const { out } = await toolgraph(['inspect', shop, '--tool', 'cancelOrder']);
    expect(out).toMatch(/does +delete\n *to +order/);
    expect(out).toMatch(/orderId +path +yes +listOrders/);
    const json = await toolgraph(['inspect', shop, '--tool', 'cancelOrder', '--json']);
    expect(JSON.parse(json.out)).toMatchObject({ name: 'cancelOrder', operation: { object: 'order' } });
    const { code, err } = await toolgraph(['inspect', shop, '--tool', 'cancel orders']);
    expect(code).not.toBe(0);
    expect(err).toContain('cancelOrder');
  });
});

describe('inspect --json', () => {
  it('prints every documented key of tools, edges and diagnostics, and nothing else', async () => {
    const { folder, file } = shop();
    writeFileSync(join(folder, 'more.json'), JSON.stringify([{ name: 'ok', description: 'Fine.', parameters: {} }, 7]));
    const { out, err } = await printed('inspect', file, join(folder, 'more.json'), '--json');
    expect(err).toBe('');
    const catalog = JSON.parse(out);
    expect(Object.keys(catalog)).toEqual(['tools', 'edges', 'diagnostics', 'tokens']);
    const toolKeys =
      'name originalName description inputSchema outputSchema inputs source tags annotations requires provides';
    for (const tool of catalog.tools) expect(Object.keys(tool).join(' ')).toBe(toolKeys);
    expect(catalog.tools[1]).toMatchObject({
      name: 'cancel_order',
      originalName: 'cancel_order',
      inputs: [{ name: 'order_id', originalName: 'order_id', in: 'argument', required: true }],
      source: { id: 'shop' },
      annotations: { destructiveHint: true },
    });
    expect(catalog.tools[2].outputSchema).toBeNull();
    expect(catalog.diagnostics).toContainEqual(
      expect.objectContaining({ severity: 'error', source: 'more', item: 'rows[1]' }),
    );
    for (const entry of catalog.diagnostics)
      expect(Object.keys(entry).join(' ')).toBe('severity code source item message');
    expect(catalog.tokens).toBeGreaterThan(50);
  });
});

describe('plan', () => {
  it('prints steps, bindings and what the caller supplies', async () => {
    const { file } = shop();
    const { out } = await printed('plan', file, 'cancel an order');
    expect(out.split('\n')).toEqual([
      ' 1  list_orders  shop',
      expect.stringMatching(/^ {4}list_orders supplies order_id of cancel_order: .*\.$/),
      ' 2  cancel_order  shop',
      '    cancel_order is what was asked for.',
      '    step 1 [0].order_id → step 2 .order_id 97 %; choose one, or run for each',
      '',
    ]);
    const alone = await printed('plan', file, 'cancel_order', '--depth', '0');
    expect(alone.out).toContain('    .order_id from you (identifier)\ncut: ');
    expect((await printed('plan', file, 'zebra')).out).toMatch(/^No term matched/);
  });

  it('prints every documented key as JSON', async () => {
    const { file } = shop();
    const plan = JSON.parse((await printed('plan', file, 'cancel an order', '--json')).out);
    expect(Object.keys(plan).join(' ')).toBe('goal targets steps slots cycles cut emptyReason');
    expect(Object.keys(plan.steps[1]).join(' ')).toBe('step tool source bindings reason');
    expect(Object.keys(plan.steps[1].bindings[0]).join(' ')).toBe(
      'fromStep from to fanOut confidence text alternatives',
    );
    const available = await printed('plan', file, 'cancel an order', '--available', 'order_id', '--json');
    expect(JSON.parse(available.out).steps.map((step: { tool: string }) => step.tool)).toEqual(['cancel_order']);
  });
});

describe('bundle', () => {
  it('prints definitions for the provider within the budget as JSON', async () => {
    const { file } = shop();
    const { out } = await printed('bundle', file, 'cancel an order', '--budget', '120', '--provider', 'mcp', '--json');
    const bundle = JSON.parse(out);
    expect(Object.keys(bundle).join(' ')).toBe(
      'query provider tokenizer tokens tokenBudget tools edges definitions losses leftOut emptyReason',
    );
    expect(Object.keys(bundle.tools[0]).join(' ')).toBe('name role score source cuts');
    expect(bundle.definitions[0]).toMatchObject({ name: 'cancel_order', inputSchema: { required: ['order_id'] } });
    expect([bundle.provider, bundle.tokenBudget, bundle.tokens <= 120]).toEqual(['mcp', 120, true]);
  });

  it('prints what it holds, what it costs and what was left out', async () => {
    const { file } = shop();
    const { out } = await printed('bundle', file, 'cancel an order', '--budget', '50', '--no-prerequisites');
    expect(out).toMatch(/^1 tool for openai: \d\d of 50 tokens \(tokenx-estimate\)\n/);
    expect(out).toMatch(/left out:\n {2}"list_orders" costs at least \d+ tokens; \d+ of 50 are left\./);
    expect((await printed('bundle', file, 'cancel an order', '--budget', '0')).out).toMatch(/^A budget of 0 tokens/);
  });
});

describe('graph', () => {
  it('writes the whole, a neighbourhood or a plan, to standard output or a file', async () => {
    const { folder, file } = shop();
    const whole = (await printed('graph', file)).out;
    expect(whole).toContain('send_mail');
    expect((await printed('graph', file, '--tool', 'cancel_order')).out).not.toContain('send_mail');
    expect((await printed('graph', file, '--plan', 'cancel an order', '--format', 'dot')).out).toContain(
      '"list_orders" -> "cancel_order"',
    );
    const page = join(folder, 'graph.html');
    const { out, err } = await printed('graph', file, '--format', 'html', '-o', page);
    expect([out, err]).toEqual(['', `html → ${page}\n`]);
    expect(readFileSync(page, 'utf8')).toMatch(/^<!doctype html>/);
    expect(readdirSync(folder)).toHaveLength(2);
  });
});

describe('duplicates', () => {
  it('prints pairs, as a table or JSON', async () => {
    const { folder, file } = shop();
    writeFileSync(join(folder, 'copy.json'), JSON.stringify([rows[1]]));
    const args = ['duplicates', file, join(folder, 'copy.json')];
    const { pairs } = JSON.parse((await printed(...args, '--json')).out);
    expect(pairs).toEqual([{ a: 'cancel_order', b: 'copy_cancel_order', similarity: 1 }]);
    expect((await printed(...args)).out).toMatch(/^100 % {2}cancel_order {2}shop +copy_cancel_order {2}copy$/m);
    expect((await printed('duplicates', file)).out).toBe('No two tools look alike.\n');
  });
});

describe('search', () => {
  it('prints scored tools as JSON, filtered and cut to k', async () => {
    const { file } = shop();
    const { out } = await printed('search', file, 'cancel an order', '-k', '1', '--tag', 'orders', '--json');
    const { query, tools, emptyReason } = JSON.parse(out);
    expect([query, emptyReason, tools.length]).toEqual(['cancel an order', null, 1]);
    expect(Object.keys(tools[0]).join(' ')).toBe('name originalName role score relevance source explanation');
    expect(tools[0]).toMatchObject({ name: 'cancel_order', role: 'target', source: 'shop' });
    expect(tools[0].explanation.summary).toContain('cancel');
  });

  it('prints a table without colours or cut texts where there is no terminal', async () => {
    const { file } = shop();
    const { out } = await printed('search', file, 'cancel an order', '--no-prerequisites', '--explain');
    expect(out).toMatch(/^1 {2}cancel_order {2}target +\d+\.\d\d {2}shop +Cancel an order that has not shipped\.$/m);
    expect(out).toMatch(/^ {5}words: .*cancel/m);
    expect(out).not.toContain('\u001b');
  });

  it('ends with 0 and the reason when nothing matches', async () => {
    const { file } = shop();
    const { code, out, err } = await toolgraph(['search', file, 'zebra quux']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/[a-z]{3}.*\n$/);
    expect(out).not.toContain('undefined');
  });
});

describe('ingest', () => {
  it('writes a catalog that is a source again, with the same answer, and leaves no other file', async () => {
    const { folder, file } = shop();
    const catalog = join(folder, 'catalog.json');
    const written = await printed('ingest', file, '-o', catalog);
    expect(written.out).toBe('');
    expect(written.err).toMatch(/^3 tools, \d+ tokens → /);
    expect(readdirSync(folder).sort()).toEqual(['catalog.json', 'shop.jsonl']);
    const before = await printed('search', file, 'cancel an order', '--json');
    const after = await printed('search', catalog, 'cancel an order', '--json');
    expect(after.out).toBe(before.out);
  });

  it('names the file that cannot be written', async () => {
    const { folder, file } = shop();
    await expect(printed('ingest', file, '-o', join(folder, 'no', 'catalog.json'))).rejects.toThrow(
      /^cannot write .*catalog\.json .* — check that its folder exists/,
    );
    await expect(printed('ingest', file, '-o', join(file, 'catalog.json'))).rejects.toThrow(/^cannot write .*ENOTDIR/);
    expect(readdirSync(folder)).toEqual(['shop.jsonl']);
  });
});

describe('a folder as a source', () => {
  it('takes every file that is a source and says which one it left out', async () => {
    const { folder } = shop();
    writeFileSync(join(folder, 'package.json'), '{"name":"x","description":"y"}');
    writeFileSync(join(folder, 'zz.json'), '{"format":"toolgraph-catalog","version":99,"tools":[]}');
    const { out, err } = await printed('list', folder);
    expect(out.split('\n').map((line) => line.split(' ')[0])).toEqual(['list_orders', 'cancel_order', 'send_mail', '']);
    expect(err).toMatch(/^toolgraph: left out .*zz\.json: .*version 99/);
  });
});

describe('several sources', () => {
  it('of one name stay apart, and code of a folder is one source beside its data', async () => {
    const { folder } = shop();
    mkdirSync(join(folder, 'more', 'code'), { recursive: true });
    writeFileSync(
      join(folder, 'more', 'shop.jsonl'),
      JSON.stringify({ name: 'list_shops', description: 'All shops.' }),
    );
    writeFileSync(join(folder, 'more', 'code', 'a.ts'), 'export function payBill(billId: string): void {}\n');
    writeFileSync(
      join(folder, 'more', 'code', 'b.py'),
      'def void_bill(bill_id: str) -> None:\n    """Void a bill."""\n',
    );
    writeFileSync(join(folder, 'more', 'code', 'schema.graphql'), 'type Query { "All bills." bills: [String] }\n');
    const { out, err } = await printed('inspect', folder, '--json');
    expect(err).toBe('');
    const { tools } = JSON.parse(out) as { tools: { originalName: string; source: { id: string; kind: string } }[] };
    expect(tools.map((tool) => `${tool.source.kind} ${tool.originalName}`).sort()).toEqual([
      'code payBill',
      'code void_bill',
      'data cancel_order',
      'data list_orders',
      'data list_shops',
      'data send_mail',
      'graphql bills',
    ]);
  });
});

describe('mistakes', () => {
  it('end with one line and the code for wrong use or failure', async () => {
    const [usage, failure] = await Promise.all([toolgraph(['serch', 'x']), toolgraph(['list', 'no-such-file'])]);
    expect(usage).toEqual({ code: 2, out: '', err: "toolgraph: unknown command 'serch' — did you mean search?\n" });
    expect(failure).toMatchObject({ code: 1, out: '' });
    expect(failure.err).toMatch(/^toolgraph: no-such-file does not exist — check the path[^\n]*\n$/);
  });

  it('show the help on standard error when there is no command', async () => {
    const { code, out, err } = await toolgraph([]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^Usage: toolgraph /);
  });
});

describe('help', () => {
  it('shows examples for every command', async () => {
    const { code, out } = await toolgraph(['--help']);
    expect(code).toBe(0);
    for (const name of commandNames) {
      expect(out).toMatch(new RegExp(`^ {2}${name} `, 'm'));
      let page = '';
      const command = (await buildProgram([name])).commands.find((entry) => entry.name() === name);
      command
        ?.configureOutput({
          writeOut: (text) => {
            page += text;
          },
        })
        .outputHelp();
      expect(page).toMatch(new RegExp(`Examples:\\n {2}toolgraph ${name}`));
    }
  });

  it('says on one line what is wrong with a plan, bundle or graph', async () => {
    const { file } = shop();
    const failures: readonly (readonly [readonly string[], number, string])[] = [
      [['plan', file], 2, 'plan needs a source and then a query'],
      [['bundle', file, 'cancel', '--budget', '-3'], 2, '--budget must be a whole number of 0 or more, not "-3"'],
      [
        ['bundle', file, 'cancel', '--provider', 'nobody'],
        2,
        "argument 'nobody' is invalid. Allowed choices are openai",
      ],
      [['graph', file, '--format', 'png'], 2, "argument 'png' is invalid"],
      [['graph', file, '--tool', 'nobody'], 1, 'No tool named "nobody"'],
      [['graph', file, '--depth', '2'], 2, '--depth counts from a tool'],
      [['graph', file, '--tool', 'a', '--plan', 'b'], 2, 'give one of them'],
      [['graph', file, '--plan', 'zebra'], 1, 'there is no plan to draw: No term matched'],
      [['duplicates', file, '--min-similarity', '2'], 2, '--min-similarity must be a number from 0 to 1, not "2"'],
      [['duplicates', file, '--min-similarity', '0'], 1, 'minSimilarity must be above 0'],
    ];
    for (const [args, exitCode, message] of failures) {
      const thrown = await printed(...args).catch((error: unknown) => error);
      const failure = describeFailure(thrown);
      expect([args.join(' '), failure.exitCode]).toEqual([args.join(' '), exitCode]);
      expect(failure.line).toContain(message);
      expect(failure.line).not.toContain('\n');
    }
  });

  it('prints the version of the package', async () => {
    const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect((await toolgraph(['--version'])).out).toBe(`${manifest.version}\n`);
  });
});

describe('a reader that stops early', () => {
  it('is not an error', async () => {
    const folder = temporaryFolder();
    const many = Array.from({ length: 2_000 }, (_, index) => ({ ...rows[0], name: `tool_${index}` }));
    writeFileSync(join(folder, 'many.json'), JSON.stringify(many));
    const child = spawn(process.execPath, [commandLine, 'inspect', join(folder, 'many.json'), '--json']);
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.on('exit', resolve));
    expect([code, err]).toEqual([0, '']);
  });
});

describe('a file that cannot be a source', () => {
  const failure = async (name: string, text: string): Promise<string> => {
    const file = join(temporaryFolder(), name);
    writeFileSync(file, text);
    const { code, out, err } = await toolgraph(['inspect', file]);
    expect([code, out, err.split('\n').length]).toEqual([1, '', 2]);
    return err;
  };

  it('is said to be too deep when it is nested without end, not to be of no known format', async () => {
    expect(await failure('deep.json', '['.repeat(10_000_000))).toMatch(/nested deeper than 500 levels/);
  });

  it('is said to be broken where it breaks', async () => {
    expect(await failure('list.json', '[{"name": "pay", "description": "Pay."}, {"name":')).toMatch(
      /not valid JSON at line 1/,
    );
  });

  it.skipIf(process.platform === 'win32')(
    'is refused when it is a pipe or a link to itself, and never waited for',
    async () => {
      const folder = temporaryFolder();
      execFileSync('mkfifo', [join(folder, 'pipe.json')]);
      symlinkSync(join(folder, 'self.json'), join(folder, 'self.json'));
      expect((await toolgraph(['list', join(folder, 'pipe.json')])).err).toMatch(/pipe\.json is not a regular file/);
      expect((await toolgraph(['list', join(folder, 'self.json')])).err).toMatch(
        /self\.json is a link that leads back/,
      );
    },
  );

  it('is refused when its address is none', async () => {
    const { code, err } = await toolgraph(['list', 'http://']);
    expect([code, err]).toEqual([1, 'toolgraph: http:// is not a complete web address.\n']);
  });
});
