import { isFieldCall, readFieldCall, readMarker, withOptions } from './field-options.js';
import type { ModuleScope } from './scope.js';
import { staticValue } from './static-values.js';
import { lastName, type PyExpression, positionalArguments } from './syntax-tree.js';
import { hostMarkers } from './type-names.js';
import type { TypeReading } from './type-reading.js';

/** One marker of `Annotated[T, marker]`: a text, a `Field(…)`, `Doc(…)`, a constraint, or a host marker. */
export function applyMarker(reading: TypeReading, marker: PyExpression, scope: ModuleScope): TypeReading {
  const name = lastName(marker) ?? '';
  if (hostMarkers.has(name)) return { ...reading, injected: true };
  const constant = marker.kind === 'name' ? scope.constants.get(marker.name) : undefined;
  const text = staticValue(marker, scope)?.value;
  if (typeof text === 'string') return withText(reading, text);
  const call = constant?.kind === 'call' ? constant : marker;
  if (call.kind !== 'call') return reading;
  if (name === 'Doc' || name === 'doc' || name === 'Description') {
    const [first] = positionalArguments(call);
    const doc = first === undefined ? undefined : staticValue(first, scope)?.value;
    return typeof doc === 'string' ? withText(reading, doc) : reading;
  }
  const options = isFieldCall(call) ? readFieldCall(call, scope) : readMarker(call, scope);
  if (options === undefined) return reading;
  return {
    ...reading,
    schema: withOptions(reading.schema, options),
    options,
    ...(options.hidden ? { injected: true } : {}),
  };
}

function withText(reading: TypeReading, text: string): TypeReading {
  if (reading.schema['description'] !== undefined) return reading;
  return { ...reading, schema: { ...reading.schema, description: text.trim() } };
}
