import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';

type Field = GraphQLField<unknown, unknown>;

/** How far a selection goes. */
export interface SelectionLimits {
  /** Levels of objects below the root field, at least 1. A connection and its nodes count as one. Default 3. */
  readonly selectionDepth: number;
  /** Most fields of the whole selection, spent level by level. At least 1. Default 120. */
  readonly selectionFields: number;
  /** Most types spelled out for one interface or union. Default 8. */
  readonly selectionTypes: number;
}

export const defaultSelectionLimits: SelectionLimits = { selectionDepth: 3, selectionFields: 120, selectionTypes: 8 };

/** A field of a selection, under the name it has in the answer. */
export interface SelectedField {
  readonly responseName: string;
  readonly field: Field;
  /** Literal arguments, as GraphQL text; empty for none. */
  readonly args: string;
  /** What is selected below; absent for a leaf. */
  readonly selection?: SelectedType;
}

/** What is selected of one composite type. */
export interface SelectedType {
  readonly type: GraphQLNamedType;
  readonly fields: SelectedField[];
  /** Spelled-out members of an interface or union. */
  readonly members: SelectedType[];
  /** True when `__typename` is asked for: abstract types, and objects that nothing else could be selected of. */
  typename: boolean;
}

interface Pending {
  readonly target: SelectedType;
  readonly depth: number;
  /** Names of the types above, the own one included. */
  readonly above: readonly string[];
  /** Is the object inside a list already? Then no further list of nodes is opened below. */
  readonly listed: boolean;
}

/**
 * Chooses what to ask for of a root field's type: leaves first, then objects level by level, until the limits are
 * spent. Fields that need arguments are left out, a type does not occur below itself, and of a connection only its
 * nodes, count and page information are asked for. Undefined for a leaf type.
 */
export function selectFields(
  type: GraphQLOutputType,
  schema: GraphQLSchema,
  limits: SelectionLimits,
): SelectedType | undefined {
  const named = getNamedType(type);
  if (isLeafType(named)) return undefined;
  const root = emptySelection(named);
  const budget = { left: limits.selectionFields };
  const queue: Pending[] = [{ target: root, depth: 1, above: [named.name], listed: containsList(type) }];
  const context = { schema, limits, budget };
  for (let next = 0; next < queue.length; next++) expand(queue[next] as Pending, queue, context);
  settle(root, context);
  return root;
}

interface Context {
  readonly schema: GraphQLSchema;
  readonly limits: SelectionLimits;
  readonly budget: { left: number };
}

function emptySelection(type: GraphQLNamedType): SelectedType {
  return { type, fields: [], members: [], typename: false };
}

function expand(pending: Pending, queue: Pending[], context: Context): void {
  const { target } = pending;
  if (isAbstractType(target.type)) expandAbstract(pending, queue, context);
  if (isUnionType(target.type) || !('getFields' in target.type)) return;
  const fields = askableFields(target.type);
  addLeaves(fields, pending, context);
  const plain = fields.filter((field) => !isLeafType(getNamedType(field.type)) && !opensList(field));
  const lists = fields.filter((field) => !isLeafType(getNamedType(field.type)) && opensList(field));
  const wholeConnection = isConnection(target.type);
  for (const field of nonNullFirst(plain)) addObject(field, pending, queue, context, wholeConnection);
  for (const field of lists.slice(0, listsPerObject)) addObject(field, pending, queue, context, wholeConnection);
}

/** An object that is always there says more about its parent than one that may be missing. */
function nonNullFirst(fields: readonly Field[]): Field[] {
  return [
    ...fields.filter((field) => isNonNullType(field.type)),
    ...fields.filter((field) => !isNonNullType(field.type)),
  ];
}

/** Leaf fields of an object below the root, where only the telling ones are asked for. */
const leavesBelow = 8;
const listsPerObject = 4;

/** Below the root, keys and names come first: they are what another operation takes. */
const telling = /^(id|key|name|number|slug|login|title|state|status|url|email)$|(Id|ID|Key|Name|_id)$/;

function addLeaves(fields: readonly Field[], { target, depth, above }: Pending, { budget }: Context): void {
  const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)));
  const atRoot = depth === 1 && (above.length <= 1 || leaves.length <= leavesBelow);
  const count = Math.min(atRoot ? leaves.length : leavesBelow, atRoot ? budget.left : leaves.length);
  const ranked = leaves.length <= count ? leaves : byTelling(leaves).slice(0, count);
  const chosen = new Set(ranked);
  if (atRoot) budget.left -= chosen.size;
  for (const field of leaves) if (chosen.has(field)) target.fields.push({ responseName: field.name, field, args: '' });
}

function byTelling(fields: readonly Field[]): Field[] {
  const isTelling = (field: Field) => telling.test(field.name);
  return [...fields.filter(isTelling), ...fields.filter((field) => !isTelling(field))];
}

function addObject(
  field: Field,
  { target, depth, above, listed }: Pending,
  queue: Pending[],
  { limits, budget }: Context,
  ofConnection: boolean,
): void {
  const named = getNamedType(field.type);
  // Nodes and page information are part of their connection's own level.
  const inside = ofConnection ? depth : depth + 1;
  const opens = opensList(field);
  if (inside > limits.selectionDepth || above.includes(named.name)) return;
  if (!ofConnection && opens && listed) return;
  const cost = 1 + Math.min(leavesBelow, leafCount(named));
  if (budget.left < cost) return;
  budget.left -= cost;
  const selection = emptySelection(named);
  target.fields.push({
    responseName: field.name,
    field,
    args: isConnection(named) ? pageArgument(field) : '',
    selection,
  });
  queue.push({ target: selection, depth: inside, above: [...above, named.name], listed: listed || opens });
}

function leafCount(type: GraphQLNamedType): number {
  if (!('getFields' in type)) return 1;
  return askableFields(type as GraphQLObjectType).filter((field) => isLeafType(getNamedType(field.type))).length;
}

function opensList(field: Field): boolean {
  return containsList(field.type) || isConnection(getNamedType(field.type));
}

/** Fields that can be asked for without being told anything; of a connection only its nodes, count and page. */
function askableFields(type: { readonly getFields: () => unknown }): Field[] {
  const fields = Object.values(type.getFields() as Record<string, Field>).filter(isAskable);
  const kept = connectionFields(fields);
  return kept === undefined ? fields : fields.filter((field) => kept.has(field.name));
}

function expandAbstract(pending: Pending, queue: Pending[], { schema, limits, budget }: Context): void {
  const { target, depth, above, listed } = pending;
  if (!isAbstractType(target.type)) return;
  target.typename = true;
  const possible = schema.getPossibleTypes(target.type);
  // A few types are spelled out; of an interface with many, its own fields say enough.
  if (isInterfaceType(target.type) && possible.length > limits.selectionTypes) return;
  for (const type of possible.slice(0, limits.selectionTypes)) {
    const cost = Math.min(leavesBelow, leafCount(type));
    if (budget.left < cost || above.includes(type.name)) continue;
    budget.left -= cost;
    const member = emptySelection(type);
    target.members.push(member);
    queue.push({ target: member, depth: Math.max(depth, 2), above: [...above, type.name], listed });
  }
}

/** Can the field be asked for without being told anything? Introspection fields are not part of a type's data. */
function isAskable(field: Field): boolean {
  return !field.args.some(isRequiredArgument) && !field.name.startsWith('__');
}

function containsList(type: GraphQLOutputType): boolean {
  return isListType(getNullableType(type));
}

function isConnection(type: GraphQLNamedType): boolean {
  if (!('getFields' in type)) return false;
  const fields = type.getFields();
  return fields['pageInfo'] !== undefined && (fields['edges'] !== undefined || fields['nodes'] !== undefined);
}

/** Of a connection, the fields worth asking for; undefined for any other type. */
function connectionFields(fields: readonly Field[]): Set<string> | undefined {
  const names = new Set(fields.map((field) => field.name));
  if (!names.has('pageInfo') || !(names.has('edges') || names.has('nodes'))) return undefined;
  const kept = fields
    .filter((field) => isLeafType(getNamedType(field.type)) || field.name === 'pageInfo')
    .map((field) => field.name);
  return new Set([...kept, names.has('nodes') ? 'nodes' : 'edges']);
}

/** Servers refuse a connection without a page size; ten is a page a model can read. */
function pageArgument(field: Field): string {
  const first = field.args.find((argument) => argument.name === 'first');
  if (first === undefined || getNamedType(first.type).name !== 'Int' || containsList(first.type as GraphQLOutputType))
    return '';
  return first.defaultValue === undefined ? '(first: 10)' : '';
}

/** Takes out what stayed empty or is asked for already, and gives members whose fields would clash an alias. */
function settle(selection: SelectedType, context: Context): void {
  for (const field of selection.fields) if (field.selection !== undefined) settle(field.selection, context);
  for (const member of selection.members) settle(member, context);
  selection.fields.splice(
    0,
    selection.fields.length,
    ...selection.fields.filter((field) => field.selection === undefined || !isEmpty(field.selection)),
  );
  const own = new Set(selection.fields.map((field) => field.field.name));
  const clashing = selection.members.length === 0 ? new Set<string>() : clashingNames(selection.type, context);
  for (const member of selection.members) {
    const fields = member.fields
      .filter((field) => !own.has(field.field.name) || clashing.has(field.field.name))
      .map((field) =>
        clashing.has(field.field.name) ? { ...field, responseName: `${field.field.name}_${member.type.name}` } : field,
      );
    member.fields.splice(0, member.fields.length, ...fields);
    member.typename = false;
  }
  selection.members.splice(
    0,
    selection.members.length,
    ...selection.members.filter((member) => member.fields.length > 0 || member.members.length > 0),
  );
  if (isEmpty(selection)) selection.typename = true;
}

function isEmpty({ fields, members }: SelectedType): boolean {
  return fields.length === 0 && members.length === 0;
}

/**
 * Field names that mean different types in the members of an abstract type: one answer cannot hold both. Read from
 * the schema, not from what was selected, so that the same type has the same aliases wherever it occurs.
 */
function clashingNames(type: GraphQLNamedType, { schema, limits }: Context): Set<string> {
  const clashing = new Set<string>();
  if (!isAbstractType(type)) return clashing;
  const types = [
    ...(isInterfaceType(type) ? [type] : []),
    ...schema.getPossibleTypes(type).slice(0, limits.selectionTypes),
  ];
  const seen = new Map<string, string>();
  for (const { name, field } of types.flatMap((one) =>
    Object.values(one.getFields()).map((field) => ({ name: field.name, field })),
  )) {
    const shape = `${String(field.type)}${isConnection(getNamedType(field.type)) ? pageArgument(field) : ''}`;
    if ((seen.get(name) ?? shape) !== shape) clashing.add(name);
    seen.set(name, shape);
  }
  return clashing;
}
