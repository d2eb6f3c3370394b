import { describe, expect, test } from 'vitest';
import { inputNames, inputOf, readTools, toolNamed } from './support.js';

/** The tool `f` with these parameters and this docstring. */
function documented(parameters: string, docstring: string) {
  const body = docstring
    .split('\n')
    .map((line, index) => (index === 0 || line === '' ? line : `    ${line}`))
    .join('\n');
  return toolNamed(readTools(`def f(${parameters}):\n    """${body}\n    """\n`), 'f');
}

function textOf(parameters: string, docstring: string, name: string): string | undefined {
  return inputOf(documented(parameters, docstring), name).description;
}

describe('Google', () => {
  test('separates name, type and optional mark', () => {
    const tool = documented(
      'a, b=None, c=None, d=None',
      'Do it.\n\nArgs:\n    a (float): first\n    b (Optional[Dict[str, int]], optional): second\n    c (:obj:`str`, default "x"): third\n    d (list of int): fourth',
    );
    expect(inputOf(tool, 'a')).toEqual({ type: 'number', description: 'first' });
    expect(inputOf(tool, 'b')).toMatchObject({
      type: ['object', 'null'],
      additionalProperties: { type: 'integer' },
      description: 'second',
    });
    expect(inputOf(tool, 'c')).toEqual({ type: 'string', description: 'third' });
    expect(inputOf(tool, 'd')).toEqual({ type: 'array', items: { type: 'integer' }, description: 'fourth' });
  });

  test('keeps continuation lines, blank lines and lists', () => {
    const text = textOf(
      'mode: str, x: int',
      'Do it.\n\nArgs:\n    mode: One of\n        these:\n\n        - fast: at once\n          or so\n        - slow\n\n    x: last',
      'mode',
    );
    expect(text).toBe('One of these:\n\n- fast: at once or so\n- slow');
    expect(textOf('mode: str, x: int', 'Do it.\n\nArgs:\n    mode: One of\n        these:\n    x: last', 'x')).toBe(
      'last',
    );
  });

  test('takes text on the line below the name, type-less entries and grouped names', () => {
    const tool = documented('a, b, c', 'Do it.\nArgs:\n    a:\n        below\n    b, c: both');
    expect(inputOf(tool, 'a').description).toBe('below');
    expect(inputOf(tool, 'b').description).toBe('both');
    expect(inputOf(tool, 'c').description).toBe('both');
  });

  test.each([
    ['Arguments', 'Arguments:\n    a: text'],
    ['Parameters with a colon', 'Parameters:\n    a: text'],
    ['Keyword Args', 'Keyword Args:\n    a: text'],
    ['bold heading', '**Args:**\n    a: text'],
    ['list markers', 'Args:\n    - a: text'],
    ['list markers with code', 'Args:\n    * `a` (str): text'],
    ['a dash', 'Args:\n    a (str) - text'],
    ['two dashes', 'Args:\n    a -- text'],
    ['no indentation', 'Args:\na: text'],
    ['indented heading', '    Args:\n        a: text'],
    ['upper case', 'ARGS:\n    a: text'],
  ])('understands %s', (_, block) => {
    const tool = documented('a: str', `Do it.\n\n${block}`);
    expect(inputOf(tool, 'a').description).toBe('text');
    expect(tool.description).toBe('Do it.');
  });

  test('a docstring that begins with a section has no description of its own', () => {
    const tool = documented('a: str', 'Args:\n    a: text\nReturns:\n    int: n');
    expect(tool.description).toBe('f');
    expect(inputOf(tool, 'a').description).toBe('text');
  });

  test('documents only names of the signature', () => {
    const tool = documented('a: str, **kwargs', 'Do it.\n\nArgs:\n    a: text\n    b: not there\n    **kwargs: more');
    expect(inputNames(tool)).toEqual(['a']);
    expect(inputOf(tool, 'a').description).toBe('text');
  });

  test.each([
    ['an example', 'Do it.\n\nExample:\n    Args:\n        a: wrong\n\nArgs:\n    a: right'],
    ['an example after', 'Do it.\n\nArgs:\n    a: right\n\nExample:\n    Args:\n        a: wrong'],
    ['a literal block', 'Do it::\n\n    Args:\n        a: wrong\n\nArgs:\n    a: right'],
    ['a code fence', 'Do it.\n\n```\nArgs:\n    a: wrong\n```\n\nArgs:\n    a: right'],
    ['Returns', 'Do it.\n\nReturns:\n    dict: with\n        a: wrong\n\nArgs:\n    a: right'],
    ['Raises', 'Do it.\n\nRaises:\n    a: wrong\nArgs:\n    a: right'],
  ])('reads no parameter inside %s', (_, docstring) => {
    expect(textOf('a', docstring, 'a')).toBe('right');
  });

  test('an Args block that only stands in an example documents nothing', () => {
    expect(textOf('a', 'Do it.\n\nExamples:\n    Args:\n        a: wrong', 'a')).toBeUndefined();
  });

  test('Returns and Raises are evidence', () => {
    const tool = documented(
      'a',
      'Do it.\n\nReturns:\n    dict: the customer\n        - customer_id (int): its key\n        - name: its name\n\nRaises:\n    ValueError: when a is odd\n    KeyError: else',
    );
    expect(tool.outputSchema).toMatchObject({
      type: 'object',
      properties: { customer_id: { type: 'integer', description: 'its key' }, name: { description: 'its name' } },
    });
    expect(tool.keywords).toEqual(expect.arrayContaining(['ValueError: when a is odd', 'KeyError: else']));
  });

  test('text behind the sections is searched but not shown', () => {
    const tool = documented('a', 'Do it.\n\nArgs:\n    a: text\n\nUse with care in tunnels.');
    expect(tool.description).toBe('Do it.');
    expect(inputOf(tool, 'a').description).toBe('text');
    expect(tool.keywords?.join()).toContain('tunnels');
  });
});

describe('NumPy', () => {
  test('types, choices, defaults, marks and lists', () => {
    const tool = documented(
      'a, b=None, c=None, d=1, *args, e=None',
      'Do it.\n\nParameters\n----------\na : int or str\n    First.\n\n    - one\n    - two\nb : {"x", "y"}, default "x"\n    Second.\nc : list of str, optional\nd : int, default=1\n    Fourth, by default 1.\n*args : tuple\n    More.\n\nOther Parameters\n----------------\ne : bool, optional\n    Fifth.\n\nReturns\n-------\nint\n    The count.\n\nRaises\n------\nValueError\n    If odd.\n\nExamples\n--------\n>>> f(1)\nArgs:\n    a: wrong',
    );
    expect(inputOf(tool, 'a')).toEqual({ type: ['integer', 'string'], description: 'First.\n\n- one\n- two' });
    expect(inputOf(tool, 'b')).toMatchObject({ enum: ['x', 'y'], description: 'Second.' });
    expect(inputOf(tool, 'c')).toEqual({ type: 'array', items: { type: 'string' } });
    expect(inputOf(tool, 'd')).toMatchObject({ type: 'integer', default: 1 });
    expect(inputOf(tool, 'e')).toEqual({ type: 'boolean', description: 'Fifth.' });
    expect(inputNames(tool)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(tool.inputSchema.required).toEqual(['a']);
    expect(tool.outputSchema).toEqual({ type: 'integer', description: 'The count.' });
    expect(tool.description).toBe('Do it.');
    expect(tool.keywords).toEqual(expect.arrayContaining(['ValueError: If odd.']));
  });

  test('a heading right below the summary, and several named results', () => {
    const tool = documented(
      'a',
      'Do it.\nParameters\n----------\na: str\n    Text.\nReturns\n-------\nstation_id : int\n    Its key.\nname : str\n    Its name.',
    );
    expect(inputOf(tool, 'a')).toEqual({ type: 'string', description: 'Text.' });
    expect(tool.outputSchema?.properties).toEqual({
      station_id: { type: 'integer', description: 'Its key.' },
      name: { type: 'string', description: 'Its name.' },
    });
  });
});

describe('reST and Epydoc', () => {
  test('reST fields with and without inline types', () => {
    const tool = documented(
      'a, b, c=None, d=0',
      'Do it\nat once.\n\n:param int a: first\n    goes on\n:param b: second\n:type b: list(str)\n:param dict(str, int) c: third\n:parameter d: fourth: really\n:type d: float, optional\n:return: how many\n:rtype: int\n:raises ValueError: if odd',
    );
    expect(tool.description).toBe('Do it at once.');
    expect(inputOf(tool, 'a')).toEqual({ type: 'integer', description: 'first goes on' });
    expect(inputOf(tool, 'b')).toEqual({ type: 'array', items: { type: 'string' }, description: 'second' });
    expect(inputOf(tool, 'c')).toMatchObject({ type: 'object', additionalProperties: { type: 'integer' } });
    expect(inputOf(tool, 'd')).toMatchObject({ type: 'number', description: 'fourth: really' });
    expect(tool.outputSchema).toEqual({ type: 'integer', description: 'how many' });
    expect(tool.keywords).toEqual(expect.arrayContaining(['ValueError: if odd']));
  });

  test('Epydoc fields', () => {
    const tool = documented(
      'a, b=1',
      'Do it.\n@param a: first\n@type a: string\n@param b: second\n  goes on\n@return: text\n@rtype: str\n@raise KeyError: never',
    );
    expect(tool.description).toBe('Do it.');
    expect(inputOf(tool, 'a')).toEqual({ type: 'string', description: 'first' });
    expect(inputOf(tool, 'b').description).toBe('second goes on');
    expect(tool.outputSchema).toEqual({ type: 'string', description: 'text' });
  });

  test('styles can be mixed, and a role in a field name is no end of it', () => {
    const tool = documented('a, b', 'Do it.\n\n:param :class:`~x.Thing` a: first\n\nArgs:\n    b: second');
    expect(inputOf(tool, 'a').description).toBe('first');
    expect(inputOf(tool, 'b').description).toBe('second');
  });
});

test('directives, doctests and literal blocks do not end up in the description', () => {
  const tool = documented('a', 'Do it.\n\n.. versionadded:: 2\n   Later.\n\n.. deprecated:: 3\n\n>>> f(1)\n2\n\nMore.');
  expect(tool.description).toBe('Do it.\n\nMore.');
  expect(tool.deprecated).toBe(true);
});

test('a signature annotation wins over a documented type', () => {
  expect(inputOf(documented('a: int', 'Do it.\n\nArgs:\n    a (str): text'), 'a')).toEqual({
    type: 'integer',
    description: 'text',
  });
});

test('only the first paragraph with description "summary"', () => {
  const tools = readTools('def f(a):\n    """First\n    line.\n\n    More words.\n    """\n', {
    description: 'summary',
  });
  expect(toolNamed(tools, 'f').description).toBe('First line.');
  expect(toolNamed(tools, 'f').keywords).toContain('First line.\n\nMore words.');
});

test('pathological text is read in linear time', () => {
  const texts = [
    '('.repeat(50_000),
    ':param '.repeat(20_000),
    '    a: x\n'.repeat(20_000),
    `Args:\n${'    a, '.repeat(20_000)}: x`,
    `Args:\n    a ${'['.repeat(40_000)}`,
    `${'`'.repeat(50_000)}`,
    `Returns:\n    ${'a | '.repeat(20_000)}`,
    ' '.repeat(90_000),
    `Returns:\n    x[${']['.repeat(20_000)}: y`,
  ];
  for (const text of texts) {
    const started = performance.now();
    readTools(`def f(a):\n    """Do it.\n\n    ${text}\n    """\n`);
    expect(performance.now() - started).toBeLessThan(4000);
  }
});
