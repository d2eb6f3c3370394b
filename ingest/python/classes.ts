import { setOwn } from '../../src/core/json-schema.js';
import { readDocstring } from './docstring.js';
import { basesOf, isEnumClass } from './enums.js';
import { isFieldCall, readFieldCall, withOptions } from './field-options.js';
import type { ModuleScope } from './scope.js';
import { enumMembers, staticValue } from './static-values.js';
import {
  docstringOf,
  lastName,
  type PyAssignment,
  type PyCall,
  type PyClass,
  positionalArguments,
} from './syntax-tree.js';
import type { RawSchema } from './type-names.js';
import type { TypeEnvironment, TypeReader } from './type-reading.js';
import { enumSchema } from './union-schema.js';

/** How a class says what its instances hold. */
type ClassKind = 'typed-dict' | 'record' | 'plain';

interface ClassField {
  readonly name: string;
  readonly schema: RawSchema;
  readonly required: boolean;
}

const recordBases = new Set([
  'BaseModel',
  'BaseSettings',
  'SQLModel',
  'RootModel',
  'GenericModel',
  'Struct',
  'NamedTuple',
  'BaseSchema',
  'Document',
]);
const recordDecorators = new Set([
  'dataclass',
  'define',
  'attrs',
  'frozen',
  'mutable',
  's',
  'attributes',
  'pydantic_dataclass',
]);
const skippedFields = new Set(['model_config', 'Config', 'KW_ONLY']);
const maxBases = 8;

/**
 * The JSON form of a class's instances: an enumeration, or an object of its annotated fields. TypedDicts, data
 * classes, Pydantic models and named tuples say which fields are required; of any other class the fields are known
 * but none is demanded.
 */
export function classSchema(definition: PyClass, reader: TypeReader, environment: TypeEnvironment): RawSchema {
  const { scope } = environment;
  if (isEnumClass(definition, scope)) {
    const values = [...(enumMembers(definition.name, scope)?.values() ?? [])];
    return withClassText(enumSchema(values), definition);
  }
  const root = rootModelType(definition);
  if (root !== undefined) return withClassText(reader.read(root, environment).schema, definition);
  const fields = new Map<string, ClassField>();
  collectFields(definition, reader, environment, fields, 0);
  return withClassText(objectOf([...fields.values()]), definition);
}

/** `NamedTuple("P", [("x", int)])`, `TypedDict("T", {"a": int})`, `create_model("M", a=(int, 1))`, `namedtuple("P", "x y")`. */
export function functionalClassSchema(call: PyCall, reader: TypeReader, environment: TypeEnvironment): RawSchema {
  const given = positionalArguments(call)[1];
  const fields: ClassField[] = [];
  if (given?.kind === 'dict') {
    const total = call.args.find((argument) => argument.name === 'total')?.value;
    for (const [key, type] of given.entries) {
      if (key.kind !== 'string') continue;
      const reading = reader.read(type, environment);
      const required =
        reading.presence === undefined ? !(total?.kind === 'boolean' && !total.value) : reading.presence === 'required';
      fields.push({ name: key.value, schema: reading.schema, required });
    }
  } else if (given?.kind === 'list' || given?.kind === 'tuple') {
    for (const item of given.items) {
      const [name, type] = item.kind === 'tuple' ? item.items : [item];
      if (name?.kind === 'string')
        fields.push({
          name: name.value,
          schema: type === undefined ? {} : reader.read(type, environment).schema,
          required: true,
        });
    }
  } else if (given?.kind === 'string') {
    for (const name of given.value.split(/[\s,]+/)) if (name !== '') fields.push({ name, schema: {}, required: true });
  }
  if (lastName(call.callee) === 'create_model') fields.push(...modelKeywords(call, reader, environment));
  return objectOf(fields);
}

/** The names of a generic class's type variables, old style and new. */
export function typeParametersOf(definition: PyClass): string[] {
  if (definition.typeParameters.length > 0) return [...definition.typeParameters];
  const bases = definition.args.flatMap(({ value }) => (value.kind === 'subscript' ? [value] : []));
  const generic = bases.find((base) => ['Generic', 'Protocol'].includes(lastName(base.value) ?? '')) ?? bases[0];
  return (generic?.items ?? []).flatMap((item) => (item.kind === 'name' ? [item.name] : []));
}

function modelKeywords(call: PyCall, reader: TypeReader, environment: TypeEnvironment): ClassField[] {
  return call.args.flatMap(({ name, value }) => {
    if (name === undefined || name.startsWith('__')) return [];
    const [type, given] = value.kind === 'tuple' ? value.items : [value];
    if (type === undefined) return [];
    const field = fieldOf(
      name,
      {
        kind: 'assign',
        line: 0,
        targets: [],
        annotation: type,
        ...(given === undefined || given.kind === 'ellipsis' ? {} : { value: given }),
      },
      reader,
      environment,
      'record',
    );
    return field === undefined ? [] : [field];
  });
}

function objectOf(fields: readonly ClassField[]): RawSchema {
  const properties: Record<string, RawSchema> = {};
  for (const field of fields) setOwn(properties, field.name, field.schema);
  const required = fields.filter((field) => field.required).map((field) => field.name);
  return {
    type: 'object',
    ...(fields.length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  };
}

function withClassText(schema: RawSchema, definition: PyClass): RawSchema {
  const text = docstringOf(definition.body());
  const summary = text === undefined ? '' : readDocstring(text).summary;
  return summary === '' || schema['description'] !== undefined ? schema : { ...schema, description: summary };
}

/** `X` of `class Names(RootModel[X])` or of its `root: X`. */
function rootModelType(definition: PyClass): Parameters<TypeReader['read']>[0] | undefined {
  const base = definition.args.find(
    (argument) => argument.name === undefined && lastName(argument.value) === 'RootModel',
  );
  if (base === undefined) return undefined;
  if (base.value.kind === 'subscript') return base.value.items[0];
  const root = definition
    .body()
    .find((item) => item.kind === 'assign' && item.targets[0]?.kind === 'name' && item.targets[0].name === 'root');
  return root?.kind === 'assign' ? root.annotation : undefined;
}

/** Own fields after those of the bases in the same file; a field declared again takes the new form. */
function collectFields(
  definition: PyClass,
  reader: TypeReader,
  environment: TypeEnvironment,
  fields: Map<string, ClassField>,
  depth: number,
): void {
  if (depth > maxBases) return;
  for (const name of basesOf(definition)) {
    const base = environment.scope.classes.get(name);
    if (base !== undefined && base !== definition) collectFields(base, reader, environment, fields, depth + 1);
  }
  const kind = kindOf(definition, environment.scope, 0);
  const total = definition.args.find((argument) => argument.name === 'total')?.value;
  const allOptional = kind === 'plain' || (total?.kind === 'boolean' && !total.value);
  const texts = fieldTexts(definition);
  for (const { name, assignment } of declaredFields(definition)) {
    const field = fieldOf(name, assignment, reader, environment, kind);
    if (field === undefined) continue;
    const text = texts.get(name);
    const described =
      text === undefined || field.schema['description'] !== undefined
        ? field.schema
        : { ...field.schema, description: text };
    const presence =
      assignment.annotation === undefined ? undefined : reader.read(assignment.annotation, environment).presence;
    const required = presence === undefined ? field.required && !allOptional : presence === 'required';
    fields.set(name, { ...field, schema: described, required });
  }
}

function kindOf(definition: PyClass, scope: ModuleScope, depth: number): ClassKind {
  const bases = basesOf(definition);
  if (bases.includes('TypedDict')) return 'typed-dict';
  if (bases.some((base) => recordBases.has(base))) return 'record';
  if (definition.decorators.some((decorator) => recordDecorators.has(lastName(decorator) ?? ''))) return 'record';
  for (const name of bases) {
    const base = scope.classes.get(name);
    if (base === undefined || base === definition || depth > maxBases) continue;
    const kind = kindOf(base, scope, depth + 1);
    if (kind !== 'plain') return kind;
  }
  const isModelName = bases.some((base) => !scope.classes.has(base) && /(?:Model|Schema|Struct)$/.test(base));
  return isModelName ? 'record' : 'plain';
}

/** The annotated names of a class body, also `x = field(…)` of attrs, without private names and class variables. */
function declaredFields(definition: PyClass): { name: string; assignment: PyAssignment }[] {
  return definition.body().flatMap((item) => {
    if (item.kind !== 'assign' || item.operator !== undefined) return [];
    const target = item.targets[0];
    if (target?.kind !== 'name' || target.name.startsWith('_') || skippedFields.has(target.name)) return [];
    if (item.annotation === undefined && !isFieldCall(item.value)) return [];
    const outer = item.annotation === undefined ? undefined : lastName(item.annotation);
    if (outer === 'ClassVar' || outer === 'KW_ONLY') return [];
    return [{ name: target.name, assignment: item }];
  });
}

function fieldOf(
  name: string,
  assignment: PyAssignment,
  reader: TypeReader,
  environment: TypeEnvironment,
  kind: ClassKind,
): ClassField | undefined {
  const reading =
    assignment.annotation === undefined ? { schema: {} } : reader.read(assignment.annotation, environment);
  if (reading.injected || reading.unwritable) return undefined;
  if (kind === 'typed-dict' || assignment.value === undefined) {
    const options = reading.options;
    const withDefault =
      options?.default === undefined ? reading.schema : { ...reading.schema, default: options.default };
    return { name: options?.alias ?? name, schema: withDefault, required: !(options?.optional ?? false) };
  }
  if (!isFieldCall(assignment.value)) {
    const value = staticValue(assignment.value, environment.scope);
    return {
      name,
      schema: value === undefined ? reading.schema : { ...reading.schema, default: value.value },
      required: false,
    };
  }
  const options = readFieldCall(assignment.value, environment.scope);
  if (options.hidden) return undefined;
  const schema = withOptions(reading.schema, options);
  return {
    name: options.alias ?? reading.options?.alias ?? name,
    schema: options.default === undefined ? schema : { ...schema, default: options.default },
    required: !options.optional && !(reading.options?.optional ?? false),
  };
}

/** Field descriptions of the class docstring and of the strings that stand below fields. */
function fieldTexts(definition: PyClass): Map<string, string> {
  const texts = new Map<string, string>();
  const body = definition.body();
  const docstring = docstringOf(body);
  if (docstring !== undefined) {
    const names = new Set(declaredFields(definition).map((field) => field.name));
    for (const [name, entry] of readDocstring(docstring, names).parameters)
      if (entry.text !== '') texts.set(name, entry.text);
  }
  for (const [index, item] of body.entries()) {
    const next = body[index + 1];
    const target = item.kind === 'assign' ? item.targets[0] : undefined;
    if (target?.kind === 'name' && next?.kind === 'expression' && next.value.kind === 'string')
      texts.set(target.name, next.value.value.trim());
  }
  return texts;
}
