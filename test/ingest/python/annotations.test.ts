import { describe, expect, test } from 'vitest';
import { inputOf, readTools, schemaOf, toolNamed } from './support.js';

describe('type expressions', () => {
  test.each([
    ['str', { type: 'string' }],
    ['int', { type: 'integer' }],
    ['float', { type: 'number' }],
    ['bool', { type: 'boolean' }],
    ['bytes', { type: 'string', contentEncoding: 'base64' }],
    ['Any', {}],
    ['object', {}],
    ['list', { type: 'array', items: {} }],
    ['list[int]', { type: 'array', items: { type: 'integer' } }],
    ['List[str]', { type: 'array', items: { type: 'string' } }],
    ['t.List["str"]', { type: 'array', items: { type: 'string' } }],
    ['Sequence[float]', { type: 'array', items: { type: 'number' } }],
    ['collections.abc.Iterable[int]', { type: 'array', items: { type: 'integer' } }],
    ['set[str]', { type: 'array', items: { type: 'string' }, uniqueItems: true }],
    ['dict', { type: 'object' }],
    ['dict[str, int]', { type: 'object', additionalProperties: { type: 'integer' } }],
    ['Mapping[str, Any]', { type: 'object', additionalProperties: true }],
    ['tuple[int, ...]', { type: 'array', items: { type: 'integer' } }],
    [
      'tuple[int, str]',
      { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }], minItems: 2, maxItems: 2 },
    ],
    ['Optional[int]', { type: ['integer', 'null'] }],
    ['int | None', { type: ['integer', 'null'] }],
    ['None | int', { type: ['integer', 'null'] }],
    ['"int | None"', { type: ['integer', 'null'] }],
    ['Union[int, str, None]', { type: ['integer', 'string', 'null'] }],
    ['int | float', { type: 'number' }],
    ['Union[list[int], str]', { anyOf: [{ type: 'array', items: { type: 'integer' } }, { type: 'string' }] }],
    ['Literal["a", "b"]', { type: 'string', enum: ['a', 'b'] }],
    ['Literal[1, -2]', { type: 'integer', enum: [1, -2] }],
    ['Literal["a", None]', { type: ['string', 'null'], enum: ['a', null] }],
    ['Optional[Literal["a"]]', { type: ['string', 'null'], enum: ['a', null] }],
    ['Literal["a"] | Literal["b"]', { type: 'string', enum: ['a', 'b'] }],
    ['Literal[True]', { type: 'boolean', enum: [true] }],
    ['datetime', { type: 'string', format: 'date-time' }],
    ['datetime.date', { type: 'string', format: 'date' }],
    ['datetime.time', { type: 'string', format: 'time' }],
    ['timedelta', { type: 'string', format: 'duration' }],
    ['uuid.UUID', { type: 'string', format: 'uuid' }],
    ['Decimal', { type: 'number', format: 'decimal' }],
    ['pathlib.Path', { type: 'string', format: 'path' }],
    ['EmailStr', { type: 'string', format: 'email' }],
    ['HttpUrl', { type: 'string', format: 'uri' }],
    ['conint(ge=1, lt=10)', { type: 'integer', minimum: 1, exclusiveMaximum: 10 }],
    ['constr(min_length=2)', { type: 'string', minLength: 2 }],
    ['PositiveInt', { type: 'integer', exclusiveMinimum: 0 }],
    ['Annotated[int, "how many"]', { type: 'integer', description: 'how many' }],
    [
      'Annotated[int, Field(description="n", ge=0, le=9)]',
      { type: 'integer', description: 'n', minimum: 0, maximum: 9 },
    ],
    ['Annotated[list[str], Field(min_length=1)]', { type: 'array', items: { type: 'string' }, minItems: 1 }],
    ['Annotated[str, Doc("who")]', { type: 'string', description: 'who' }],
    ['Annotated[str | None, "who"]', { type: ['string', 'null'], description: 'who' }],
    ['Optional[Annotated[str, "who"]]', { type: ['string', 'null'], description: 'who' }],
    ['Annotated[int, Gt(0), Le(5)]', { type: 'integer', exclusiveMinimum: 0, maximum: 5 }],
    ['np.ndarray', {}],
    ['some.module.lower', {}],
    ['int if x else str', {}],
    ['"not a type ("', {}],
  ])('%s', (annotation, expected) => {
    expect(schemaOf(annotation, 'import typing as t')).toEqual(expected);
  });

  test('a name that is only known by name keeps it', () => {
    expect(schemaOf('Invoice')).toEqual({ 'x-entity': 'Invoice' });
    expect(schemaOf('list[billing.Invoice]')).toEqual({ type: 'array', items: { 'x-entity': 'Invoice' } });
  });

  test('functions are no inputs', () => {
    expect(schemaOf('Callable[[int], str]')).toBeUndefined();
    expect(schemaOf('Optional[Callable]')).toBeUndefined();
    expect(schemaOf('str | Callable[..., str]')).toEqual({ type: 'string' });
  });

  test('imports under another name are looked through', () => {
    expect(
      schemaOf('Maybe[Num]', 'from typing import Optional as Maybe\nfrom decimal import Decimal as Num'),
    ).toMatchObject({
      type: ['number', 'null'],
    });
  });
});

describe('types of the same file', () => {
  test('aliases, NewType and TypeVar', () => {
    const prelude = [
      'Mode = Literal["fast", "slow"]',
      'type Names = list[str]',
      'UserId = NewType("UserId", int)',
      'T = TypeVar("T", bound=str)',
      'Both: TypeAlias = "int | str"',
      'Tree = Union[str, list["Tree"]]',
    ].join('\n');
    expect(schemaOf('Mode', prelude)).toEqual({ type: 'string', enum: ['fast', 'slow'] });
    expect(schemaOf('Names', prelude)).toEqual({ type: 'array', items: { type: 'string' } });
    expect(schemaOf('UserId', prelude)).toEqual({ type: 'integer' });
    expect(schemaOf('T', prelude)).toEqual({ type: 'string' });
    expect(schemaOf('Both', prelude)).toEqual({ type: ['integer', 'string'] });
    expect(schemaOf('Tree', prelude)).toEqual({ anyOf: [{ type: 'string' }, { type: 'array', items: {} }] });
  });

  test('enumerations: values, auto, functional form, members in Literal', () => {
    const prelude = [
      'class Size(Enum):\n    S = "s"\n    L = "l"\n    _ignore_ = []\n    def up(self): ...',
      'class Level(IntEnum):\n    LOW = auto()\n    HIGH = auto()',
      'class Tone(StrEnum):\n    DARK = auto()',
      'Hue = Enum("Hue", ["RED", "SEA"])',
      'class Base(str, Enum):\n    pass',
      'class Fruit(Base):\n    FIG = "fig"',
    ].join('\n');
    expect(schemaOf('Size', prelude)).toEqual({ type: 'string', enum: ['s', 'l'], 'x-entity': 'Size' });
    expect(schemaOf('Level', prelude)?.enum).toEqual([1, 2]);
    expect(schemaOf('Tone', prelude)?.enum).toEqual(['dark']);
    expect(schemaOf('Hue', prelude)?.enum).toEqual([1, 2]);
    expect(schemaOf('Fruit', prelude)?.enum).toEqual(['fig']);
    expect(schemaOf('Literal[Size.S]', prelude)?.enum).toEqual(['s']);
  });

  test('TypedDict: total, Required, NotRequired, inheritance, functional form', () => {
    const prelude = [
      'class A(TypedDict, total=False):\n    a: Required[int]\n    b: str',
      'class B(A):\n    c: NotRequired[list[int]]\n    d: "float"',
      'C = TypedDict("C", {"in": str, "x": NotRequired[int]})',
    ].join('\n');
    expect(schemaOf('B', prelude)).toMatchObject({
      required: ['a', 'd'],
      properties: { c: { type: 'array' }, b: { type: 'string' } },
    });
    expect(schemaOf('C', prelude)).toMatchObject({
      required: ['in'],
      properties: { in: { type: 'string' }, x: { type: 'integer' } },
    });
  });

  test('data classes and named tuples', () => {
    const prelude = [
      '@dataclass(frozen=True)\nclass P:\n    """A point.\n\n    Attributes:\n        x: To the right.\n    """\n    x: float\n    y: float = 0.5\n    tags: list[str] = field(default_factory=list)\n    cache: dict = field(init=False)\n    kind: ClassVar[str] = "p"\n    _: KW_ONLY\n    z: int = field(metadata={"description": "depth"})',
      'class N(NamedTuple):\n    a: int\n    b: str = "q"',
    ].join('\n');
    const point = schemaOf('P', prelude);
    expect(point).toMatchObject({ type: 'object', description: 'A point.', required: ['x', 'z'], 'x-entity': 'P' });
    expect(point?.properties).toEqual({
      x: { type: 'number', description: 'To the right.' },
      y: { type: 'number', default: 0.5 },
      tags: { type: 'array', items: { type: 'string' }, default: [] },
      z: { type: 'integer', description: 'depth' },
    });
    expect(schemaOf('N', prelude)).toMatchObject({
      required: ['a'],
      properties: { b: { type: 'string', default: 'q' } },
    });
  });

  test('Pydantic models: Field, alias, constraints, nesting, inheritance, root models, generics', () => {
    const prelude = [
      'class Item(BaseModel):\n    model_config = ConfigDict()\n    sku: str = Field(..., min_length=3, pattern="^[A-Z]+$", description="stock code")\n    qty: Annotated[int, Field(ge=1)] = 1\n    note: Optional[str] = None\n    _secret: int = 0\n    when: date = Field(alias="date")\n    secret: str = PrivateAttr("x")',
      'class Order(Item):\n    lines: list[Item] = Field(default_factory=list)\n    """The lines."""\n    total: Decimal\n    @validator("total")\n    def check(cls, v): return v',
      'class Ids(RootModel[list[int]]): pass',
      'T = TypeVar("T")\nclass Page(BaseModel, Generic[T]):\n    items: list[T]\n    next: int | None = None',
      'class Box[U](BaseModel):\n    content: U',
    ].join('\n');
    const order = schemaOf('Order', prelude);
    expect(order?.required).toEqual(['sku', 'date', 'total']);
    expect(order?.properties?.['sku']).toEqual({
      type: 'string',
      minLength: 3,
      pattern: '^[A-Z]+$',
      description: 'stock code',
    });
    expect(order?.properties?.['qty']).toEqual({ type: 'integer', minimum: 1, default: 1 });
    expect(order?.properties?.['lines']).toMatchObject({
      type: 'array',
      default: [],
      description: 'The lines.',
      items: { 'x-entity': 'Item', type: 'object' },
    });
    expect(Object.keys(order?.properties ?? {})).toEqual(['sku', 'qty', 'note', 'date', 'lines', 'total']);
    expect(schemaOf('Ids', prelude)).toMatchObject({ type: 'array', items: { type: 'integer' } });
    expect(schemaOf('Page[Item]', prelude)?.properties?.['items']).toMatchObject({ items: { 'x-entity': 'Item' } });
    expect(schemaOf('Box[str]', prelude)?.properties?.['content']).toEqual({ type: 'string' });
  });

  test('recursive models stay finite', () => {
    const tree = schemaOf(
      'Node',
      'class Node(BaseModel):\n    value: int\n    children: list["Node"] = []\n    parent: Optional["Node"] = None',
    );
    expect(tree?.properties?.['children']?.items).toEqual({ 'x-entity': 'Node', 'x-cut': 'cycle' });
    expect(JSON.stringify(tree).length).toBeLessThan(2000);
  });

  test('a generic type that grows with every turn ends', () => {
    const schema = schemaOf('L[int]', 'class L[T](BaseModel):\n    next: "L[list[T]]"');
    expect(JSON.stringify(schema).length).toBeLessThan(200_000);
  });

  test('an enumeration whose members refer to themselves or to each other ends', () => {
    const prelude = 'class A(Enum):\n    X = A.X\n    Y = B.Y\n    Z = 3\nclass B(Enum):\n    Y = A.Y\n    W = A.Z';
    expect(schemaOf('A', prelude)).toMatchObject({ type: 'integer', enum: [3] });
    expect(schemaOf('B', `${prelude}\n    V = 4`)).toMatchObject({ enum: expect.arrayContaining([4]) });
  });

  test('names of object prototypes are ordinary names', () => {
    const schema = schemaOf('constructor', 'class constructor(TypedDict):\n    __proto__: int\n    toString: str');
    expect(schema).toMatchObject({ properties: { toString: { type: 'string' } } });
    const tool = toolNamed(
      readTools('def hasOwnProperty(constructor: int, toString: str = "x"): ...'),
      'hasOwnProperty',
    );
    expect(inputOf(tool, 'constructor')).toEqual({ type: 'integer' });
    expect(tool.inputSchema.required).toEqual(['constructor']);
  });
});
