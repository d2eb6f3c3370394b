import type { JsonValue } from '../../src/core/json-schema.js';
import type { ModuleScope } from './scope.js';
import {
  keywordArgument,
  lastName,
  type PyCall,
  type PyClass,
  type PyExpression,
  positionalArguments,
} from './syntax-tree.js';

const enumBases = new Set([
  'Enum',
  'IntEnum',
  'StrEnum',
  'Flag',
  'IntFlag',
  'ReprEnum',
  'TextChoices',
  'IntegerChoices',
]);

/** Is this class an enumeration, by its bases or those of a base in the same file? */
export function isEnumClass(definition: PyClass, scope: ModuleScope, depth = 0): boolean {
  return basesOf(definition).some((name) => {
    if (enumBases.has(name)) return true;
    const base = scope.classes.get(name);
    return depth < 8 && base !== undefined && base !== definition && isEnumClass(base, scope, depth + 1);
  });
}

/** Last names of the bases of a class, in order. */
export function basesOf(definition: PyClass): string[] {
  return definition.args
    .filter((argument) => argument.name === undefined && argument.stars === undefined)
    .map((argument) => lastName(argument.value) ?? '');
}

/** The value of an expression as far as the text tells it. */
export type Evaluate = (expression: PyExpression) => JsonValue | undefined;

const readBefore = new WeakMap<ModuleScope, Map<string, ReadonlyMap<string, JsonValue>>>();

/**
 * The members of an enumeration of this file with their values, in order; undefined when there is none of that
 * name. A member whose value `evaluate` does not know is left out. Each enumeration is read once; of one whose
 * members refer to itself, the members that are known so far count.
 */
export function readEnumMembers(
  name: string,
  scope: ModuleScope,
  evaluate: Evaluate,
): ReadonlyMap<string, JsonValue> | undefined {
  const known = readBefore.get(scope) ?? new Map<string, ReadonlyMap<string, JsonValue>>();
  readBefore.set(scope, known);
  const before = known.get(name);
  if (before !== undefined) return before;
  const members = new Map<string, JsonValue>();
  const definition = scope.classes.get(name);
  if (definition !== undefined && isEnumClass(definition, scope)) {
    known.set(name, members);
    addClassMembers(members, definition, evaluate);
    return members;
  }
  const constant = scope.constants.get(name);
  if (constant?.kind !== 'call' || !enumBases.has(lastName(constant.callee) ?? '')) return undefined;
  known.set(name, members);
  addFunctionalMembers(members, constant, evaluate);
  return members;
}

function addClassMembers(members: Map<string, JsonValue>, definition: PyClass, evaluate: Evaluate): void {
  const bases = basesOf(definition);
  const lower = bases.some((base) => base === 'StrEnum');
  let last = 0;
  for (const statement of definition.body()) {
    if (statement.kind !== 'assign' || statement.value === undefined) continue;
    const target = statement.targets[0];
    if (target?.kind !== 'name' || target.name.startsWith('_')) continue;
    const value = isAuto(statement.value)
      ? lower
        ? target.name.toLowerCase()
        : last + 1
      : memberLiteral(statement.value, bases, evaluate);
    if (value === undefined) continue;
    members.set(target.name, value);
    if (typeof value === 'number') last = value;
  }
}

/** The value of a member; of the (value, label) pairs of labelled choices the value. */
function memberLiteral(expression: PyExpression, bases: readonly string[], evaluate: Evaluate): JsonValue | undefined {
  const labelled = bases.some((base) => base.endsWith('Choices')) && expression.kind === 'tuple';
  const literal = labelled ? expression.items[0] : expression;
  return literal === undefined ? undefined : evaluate(literal);
}

function isAuto(expression: PyExpression): boolean {
  return expression.kind === 'call' && lastName(expression.callee) === 'auto';
}

/** `Enum("Color", "RED GREEN")`, also with a list of names, of pairs, or a dict. */
function addFunctionalMembers(members: Map<string, JsonValue>, call: PyCall, evaluate: Evaluate): void {
  const given = positionalArguments(call)[1] ?? keywordArgument(call, 'names');
  const names = given === undefined ? undefined : evaluate(given);
  const asStrings = lastName(call.callee) === 'StrEnum';
  const add = (name: string): void => {
    members.set(name, asStrings ? name.toLowerCase() : members.size + 1);
  };
  if (typeof names === 'string') for (const name of names.split(/[\s,]+/)) add(name);
  else if (Array.isArray(names)) {
    for (const item of names as readonly JsonValue[]) {
      if (typeof item === 'string') add(item);
      else if (Array.isArray(item) && typeof item[0] === 'string') members.set(item[0], item[1] ?? null);
    }
  } else if (names !== undefined && names !== null && typeof names === 'object')
    for (const [name, value] of Object.entries(names)) members.set(name, value);
}
