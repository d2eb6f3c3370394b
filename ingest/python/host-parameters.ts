import type { DocEntry } from './docstring-entries.js';
import { parseExpression } from './parse.js';
import type { ModuleScope } from './scope.js';
import { lastName, type PyExpression, type PyParameter } from './syntax-tree.js';
import type { TypeReading } from './type-reading.js';

/** Parameters that agent frameworks fill by name, whatever stands in the docstring. */
const injectedNames = new Set(['agent', 'team', 'ctx', 'run_context', 'session_state', 'tool_context', 'run_manager']);
/** Likewise, but also ordinary words: documented as an input, they are one. */
const ambiguousNames = new Set(['state']);
/** Annotations that say nothing about the value: then the name decides. */
const vagueTypes = new Set(['Any', 'object', 'dict', 'Dict', 'Mapping', 'MutableMapping']);

/**
 * Does the host supply this parameter? Its annotation decides; where there is none, or one that says nothing, the
 * names that frameworks inject count. An annotation of a plain type, such as `state: str`, makes it an input.
 */
export function isHostParameter(
  parameter: PyParameter,
  reading: TypeReading | undefined,
  entry: DocEntry | undefined,
  scope: ModuleScope,
): boolean {
  if (reading?.injected) return true;
  const certain = injectedNames.has(parameter.name);
  if (!certain && !ambiguousNames.has(parameter.name)) return false;
  if (parameter.annotation === undefined) return entry === undefined || (certain && entry.type === undefined);
  const name = coreTypeName(parameter.annotation);
  if (name === undefined) return false;
  if (vagueTypes.has(name)) return certain || entry === undefined;
  if (reading?.unknownName !== undefined) return true;
  return parameter.name === 'state' && scope.classes.has(name) && name.endsWith('State');
}

/** The last part of the type's name, looked for through `Optional`, `Annotated`, `| None` and quotes. */
function coreTypeName(annotation: PyExpression): string | undefined {
  let node: PyExpression | undefined = annotation;
  for (let turn = 0; turn < 8 && node !== undefined; turn++) {
    if (node.kind === 'string') node = parseExpression(node.value);
    else if (node.kind === 'binary' && node.operator === '|') node = node.left.kind === 'none' ? node.right : node.left;
    else if (node.kind === 'subscript' && ['Optional', 'Annotated', 'Union'].includes(lastName(node.value) ?? ''))
      node = node.items[0];
    else return lastName(node);
  }
  return undefined;
}
