import { describe, expect, test } from 'vitest';
import { ingestPythonText } from '../../../ingest/python/index.js';
import { inputNames, inputOf, readTools, toolNamed } from './support.js';

function names(text: string, options = {}): string[] {
  return [...readTools(text, options).keys()];
}

describe('which functions are tools', () => {
  test('public module-level functions, sync and async, guards looked through, each once', () => {
    const text = [
      'def a(): ...',
      'async def b(): ...',
      'def _c(): ...',
      'try:\n    import x\n    def d(fast): ...\nexcept ImportError:\n    def d(slow, very): ...',
      'if TYPE_CHECKING:\n    def e(): ...\nelse:\n    def f(): ...',
      'if __name__ == "__main__":\n    def g(): ...',
      'if False:\n    def h(): ...',
      'class K:\n    def method(self): ...',
      'def outer():\n    def inner(): ...',
      'for i in range(3):\n    def looped(): ...',
      'with thing():\n    def held(): ...',
      'def gone(): ...\ndel gone',
      'lam = lambda x: x',
    ].join('\n');
    const tools = readTools(text);
    expect([...tools.keys()]).toEqual(['a', 'b', 'd', 'f', 'outer', 'held']);
    expect(inputNames(toolNamed(tools, 'd'))).toEqual(['fast']);
    expect(toolNamed(tools, 'b').metadata?.['async']).toBe(true);
  });

  test('a later definition of a name wins, and overloads are none', () => {
    const tools = readTools(
      '@overload\ndef f(a: int): ...\n@t.overload\ndef f(b: str): ...\ndef f(c): ...\ndef g(a): ...\ndef g(b): ...',
    );
    expect([...tools.keys()]).toEqual(['f', 'g']);
    expect(inputNames(toolNamed(tools, 'f'))).toEqual(['c']);
    expect(inputNames(toolNamed(tools, 'g'))).toEqual(['b']);
  });

  test('__all__ decides where it is there', () => {
    expect(
      names('__all__ = ["b", "_c"]\n__all__ += ["d"]\ndef a(): ...\ndef b(): ...\ndef _c(): ...\ndef d(): ...'),
    ).toEqual(['b', '_c', 'd']);
    expect(names('__all__ = [n for n in dir()]\ndef a(): ...\ndef _b(): ...')).toEqual(['a']);
  });

  test('select: auto takes marked functions alone, all takes both, marked never the others', () => {
    const text = '@tool\ndef a(): ...\ndef b(): ...';
    expect(names(text)).toEqual(['a']);
    expect(names(text, { select: 'all' })).toEqual(['a', 'b']);
    expect(names('def b(): ...', { select: 'marked' })).toEqual([]);
  });

  test('decorators of other things make no tool', () => {
    const { tools, diagnostics } = ingestPythonText({
      file: 'x.py',
      text: '@pytest.fixture\ndef a(): ...\n@mcp.prompt()\ndef b(): ...\n@cache\ndef c(): ...',
    });
    expect(tools.map((tool) => tool.originalName)).toEqual(['c']);
    expect(diagnostics.map((entry) => entry.code)).toEqual(['not-a-tool', 'not-a-tool']);
  });
});

describe('kinds of callables', () => {
  test('objects with __call__ and partials are called by the name they are bound to', () => {
    const text = [
      'class Greeter:\n    def __call__(self, name: str, *, loud: bool = False):\n        """Greet someone."""',
      'greet = Greeter()\n_hidden = Greeter()',
      'def pay(currency: str, amount: int, note: str = ""):\n    """Pay."""',
      'pay_eur = functools.partial(pay, "EUR", note="x")',
      'size = len("x")',
    ].join('\n');
    const tools = readTools(text);
    expect([...tools.keys()]).toEqual(['greet', 'pay', 'pay_eur']);
    expect(inputNames(toolNamed(tools, 'greet'))).toEqual(['name', 'loud']);
    expect(toolNamed(tools, 'greet').description).toBe('Greet someone.');
    expect(inputNames(toolNamed(tools, 'pay_eur'))).toEqual(['amount']);
    expect(toolNamed(tools, 'pay_eur').originalId).toBe('sample:pay_eur');
  });

  test('a decorated function keeps its own signature', () => {
    const text =
      'def logged(fn):\n    @functools.wraps(fn)\n    def inner(*args, **kwargs):\n        return fn(*args, **kwargs)\n    return inner\n@logged\nasync def ping(host: str): ...';
    const ping = toolNamed(readTools(text), 'ping');
    expect(inputNames(ping)).toEqual(['host']);
    expect(ping.metadata?.['async']).toBe(true);
  });

  test('marked methods lose their bound argument, static ones have none, whatever it is called', () => {
    const text =
      'class K:\n    @tool\n    def a(this, x): ...\n    @classmethod\n    @tool\n    def b(klass, x): ...\n    @tool\n    @staticmethod\n    def c(x): ...\n    def d(self): ...';
    const tools = readTools(text);
    expect([...tools.keys()]).toEqual(['a', 'b', 'c']);
    for (const tool of tools.values()) expect(inputNames(tool)).toEqual(['x']);
  });

  test('one bound method handed over is one tool', () => {
    const tools = readTools('class K:\n    def a(self, x): ...\n    def b(self, y): ...\nk = K()\nt = Tool(k.b)');
    expect([...tools.keys()]).toEqual(['b']);
    expect(inputNames(toolNamed(tools, 'b'))).toEqual(['y']);
  });

  test('a function under two names is two tools', () => {
    const text =
      'class Kit(Toolkit):\n    def __init__(self):\n        super().__init__(name="k")\n        self.register(self.a, name="one")\n        self.register(self.a, name="two")\n    def a(self, x): ...';
    const tools = readTools(text);
    expect([...tools.values()].map((tool) => tool.originalId)).toEqual(['sample:Kit.a as one', 'sample:Kit.a as two']);
  });

  test('an instance chooses among the tools of its toolkit', () => {
    const kit =
      'class Kit(Toolkit):\n    def __init__(self, **kw):\n        super().__init__(name="k", tools=[self.a, self.b], **kw)\n    def a(self): ...\n    def b(self): ...\n';
    expect(names(kit)).toEqual(['a', 'b']);
    expect(names(`${kit}kit = Kit(include_tools=["b"])`)).toEqual(['b']);
    const { diagnostics } = ingestPythonText({ file: 'x.py', text: `${kit}kit = Kit(exclude_tools=["z"])` });
    expect(diagnostics).toMatchObject([
      { severity: 'warning', code: 'unknown-toolkit-tool', message: expect.stringContaining('it has a, b') },
    ]);
  });
});

describe('signatures', () => {
  test('self, cls, *args and **kwargs are no inputs; keyword-only and positional-only are', () => {
    const tool = toolNamed(readTools('def f(a, b=1, /, c=2, *args, d, e: int = 3, **kw): ...'), 'f');
    expect(inputNames(tool)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(tool.inputSchema.required).toEqual(['a', 'd']);
    expect(tool.inputs.map((input) => input.position)).toEqual([0, 1, 2, undefined, undefined]);
    expect(inputNames(toolNamed(readTools('def f(self, a): ...'), 'f'))).toEqual(['a']);
    expect(inputNames(toolNamed(readTools('def f(*, a): ...'), 'f'))).toEqual(['a']);
  });

  test('defaults are read from literals, constants and enum members, never computed', () => {
    const text = [
      'class Hue(Enum):\n    RED = "red"',
      'LIMIT = 60 * 5\nTWICE = 1\nTWICE = 2\nNAMES = ["a", *["b"]]',
      'def f(a=-1, b=LIMIT, c=Hue.RED, d=NAMES, e=TWICE, g=run(), h=f"{x}", i={"k": (1, None)}, j=1.0, k="a" "b", l=Hue.RED.value, m=os.getpid, n=not True, o=1e999): ...',
    ].join('\n');
    const tool = toolNamed(readTools(text), 'f');
    const defaults = Object.fromEntries(inputNames(tool).map((name) => [name, inputOf(tool, name).default]));
    expect(defaults).toEqual({
      a: -1,
      b: 300,
      c: 'red',
      d: ['a', 'b'],
      e: undefined,
      g: undefined,
      h: undefined,
      i: { k: [1, null] },
      j: 1,
      k: 'ab',
      l: 'red',
      m: undefined,
      n: false,
      o: undefined,
    });
    expect(tool.inputSchema.required).toBeUndefined();
    expect(inputOf(tool, 'j').type).toBe('number');
    expect(inputOf(tool, 'a').type).toBe('integer');
  });

  test('injected parameters are no inputs, by type or by bare name', () => {
    const injected = [
      'agent',
      'agent: Agent',
      'agent: "Agent"',
      'team: Optional[Team] = None',
      'ctx',
      'ctx: Context',
      'c: Context[A, B]',
      'w: RunContextWrapper[Any]',
      'state',
      'state: Annotated[dict, InjectedState]',
      'state: dict',
      'run_context=None',
      'config: RunnableConfig',
      'id: Annotated[str, InjectedToolCallId]',
      'x: Annotated[int, InjectedToolArg()]',
      'db: Session = Depends(get_db)',
      'session_state: dict',
    ];
    for (const parameter of injected) {
      const tool = toolNamed(
        readTools(`def f(q: str, ${parameter}): ...`.replace('q: str, state', 'q: str = "", state')),
        'f',
      );
      expect(inputNames(tool), parameter).toEqual(['q']);
      expect(tool.metadata?.['hostParameters'], parameter).toHaveLength(1);
    }
  });

  test('an ordinary parameter of such a name is an input', () => {
    for (const parameter of [
      'state: str',
      'agent: str',
      'team: int',
      'state: Literal["NY", "CA"]',
      'context: str',
      'ctx: int = 1',
    ])
      expect(inputNames(toolNamed(readTools(`def f(${parameter}): ...`), 'f')), parameter).toEqual([
        parameter.split(':')[0],
      ]);
    expect(
      inputNames(
        toolNamed(readTools('def f(state):\n    """Tax.\n\n    Args:\n        state (str): two letters\n    """'), 'f'),
      ),
    ).toEqual(['state']);
    expect(
      inputNames(toolNamed(readTools('class Agent(BaseModel):\n    name: str\ndef f(agent: Agent): ...'), 'f')),
    ).toEqual(['agent']);
  });

  test('unpacked keyword arguments are inputs', () => {
    const tool = toolNamed(
      readTools('class O(TypedDict):\n    a: int\n    b: NotRequired[str]\ndef f(**kw: Unpack[O]): ...'),
      'f',
    );
    expect(inputNames(tool)).toEqual(['a', 'b']);
    expect(tool.inputSchema.required).toEqual(['a']);
  });

  test('return annotations become output schemas', () => {
    const output = (annotation: string) =>
      toolNamed(readTools(`class C(BaseModel):\n    customer_id: int\ndef f() -> ${annotation}: ...`), 'f')
        .outputSchema;
    expect(output('list[C]')).toMatchObject({
      type: 'array',
      items: { 'x-entity': 'C', properties: { customer_id: { type: 'integer' } } },
    });
    expect(output('"Awaitable[C]"')).toMatchObject({ 'x-entity': 'C' });
    expect(output('AsyncIterator[int]')).toEqual({ type: 'array', items: { type: 'integer' } });
    expect(output('None')).toBeUndefined();
    expect(output('Optional[C]')).toMatchObject({ anyOf: [{ 'x-entity': 'C' }, { type: 'null' }] });
  });
});

describe('broken files', () => {
  const good = 'def good(x: int):\n    """Fine."""\n    return x\n';

  test.each([
    ['an open bracket', 'def bad(a, b:\n    return 1\n'],
    ['a missing colon', 'def bad(a)\n    return 1\n'],
    ['a missing name', 'def (a):\n    return 1\n'],
    ['an unclosed docstring', 'def bad(a):\n    """Never closed.\n    return 1\n'],
    ['an unclosed string', 'def bad(a="x):\n    return 1\n'],
    ['an open list', 'ITEMS = [1, 2\n'],
    ['a stray bracket', ')\n'],
    ['a merge conflict', '<<<<<<< HEAD\ndef bad(a): ...\n=======\n'],
    ['a half class', 'class Bad(\n'],
    ['a half decorator', '@tool(\n'],
  ])('%s costs a diagnostic, not its neighbours', (_, broken) => {
    for (const text of [
      `${broken}\n${good}`,
      `${good}\n${broken}`,
      `${good}\n${broken}\n${good.replace('good', 'last')}`,
    ]) {
      const { tools, diagnostics } = ingestPythonText({ file: 'x.py', text }, { select: 'all' });
      const found = tools.map((tool) => tool.originalName);
      expect(found).toContain('good');
      if (text.includes('last')) expect(found).toContain('last');
      expect(diagnostics.some((entry) => entry.code === 'syntax-error')).toBe(true);
      expect(tools.find((tool) => tool.originalName === 'good')?.inputSchema.required).toEqual(['x']);
    }
  });

  test('a definition with a broken signature is left out by name; a broken body leaves the signature', () => {
    const { tools, diagnostics } = ingestPythonText({
      file: 'x.py',
      text: `def bad(a)\n    return 1\n${good}def half(a: int):\n    return a +\n`,
    });
    expect(tools.map((tool) => tool.originalName)).toEqual(['good', 'half']);
    expect(diagnostics.find((entry) => entry.code === 'broken-definition')).toMatchObject({
      severity: 'error',
      item: 'x:bad',
    });
    expect(diagnostics.find((entry) => entry.code === 'broken-body')).toMatchObject({
      severity: 'warning',
      item: 'x:half',
    });
  });

  test('valid Python beyond the grammar is no error', () => {
    const { diagnostics } = ingestPythonText({
      file: 'x.py',
      text: 'X = 20.\ndef f(a=1., b=[2., .5]):\n    match a:\n        case P():\n            yield\n    return 3.*2\n',
    });
    expect(diagnostics).toEqual([]);
  });

  test('deep nesting, odd bytes and long lines do not throw', () => {
    for (const text of [
      '['.repeat(200_000),
      `x = ${'('.repeat(50_000)}1${')'.repeat(50_000)}\n${good}`,
      `def f(a: ${'list['.repeat(3000)}int${']'.repeat(3000)}): ...`,
      '\\',
      '"""',
      'def',
      '@',
      `${'if x:\n '.repeat(500)}`,
      `def f(a=${'-'.repeat(2_000)}1): ...`,
      `def f(a: ${'int | '.repeat(5000)}str): ...`,
    ])
      expect(() => ingestPythonText({ file: 'x.py', text })).not.toThrow();
    expect(names(`x = ${'('.repeat(50_000)}1${')'.repeat(50_000)}\n${good}`)).toEqual(['good']);
  });
});

test('lines, files and identities', () => {
  const { tools } = ingestPythonText({
    file: 'shop/api.py',
    text: '\n\n@tool\nasync def f(): ...\nclass K:\n    @tool\n    def m(self): ...',
  });
  expect(tools.map((tool) => [tool.originalId, tool.source])).toEqual([
    ['shop.api:f', { kind: 'code', id: 'shop/api.py', language: 'python', file: 'shop/api.py', line: 4 }],
    ['shop.api:K.m', { kind: 'code', id: 'shop/api.py', language: 'python', file: 'shop/api.py', line: 7 }],
  ]);
});

test('types and tools of other files of the same ingest are found', () => {
  const { tools } = ingestPythonText([
    { file: 'shop/__init__.py', text: 'from .models import Order\n' },
    {
      file: 'shop/models.py',
      text: 'from pydantic import BaseModel\nclass Line(BaseModel):\n    sku: str\nclass Order(BaseModel):\n    id: int\n    lines: list[Line]\n',
    },
    {
      file: 'shop/api.py',
      text: 'from . import models as m\nfrom shop import Order\nfrom .models import Line as L\ndef place(order: Order, line: L, other: m.Line): ...\n',
    },
    { file: 'agent.py', text: 'from shop.api import place\nagent = Agent(tools=[place])\n' },
  ]);
  const place = toolNamed(new Map(tools.map((tool) => [tool.originalName, tool])), 'place');
  expect(tools).toHaveLength(1);
  expect(inputOf(place, 'order')).toMatchObject({
    'x-entity': 'Order',
    required: ['id', 'lines'],
    properties: { lines: { items: { 'x-entity': 'Line' } } },
  });
  expect(inputOf(place, 'line').properties).toEqual({ sku: { type: 'string' } });
  expect(inputOf(place, 'other').properties).toEqual({ sku: { type: 'string' } });
  expect(place.source).toMatchObject({ file: 'shop/api.py' });
});
