import { type GraphQLField, isNonNullType } from 'graphql';
import type { SelectedType } from './selection.js';

/**
 * A GraphQL document that calls one root field, with a variable of the same name for each argument. An argument with
 * a default has a nullable variable, so that leaving it out leaves the default to the server.
 */
export function operationDocument(
  operation: 'query' | 'mutation' | 'subscription',
  field: GraphQLField<unknown, unknown>,
  selection: SelectedType | undefined,
): string {
  const variables = field.args.map((argument) => {
    const { type } = argument;
    return `$${argument.name}: ${String(argument.defaultValue !== undefined && isNonNullType(type) ? type.ofType : type)}`;
  });
  const args = field.args.map((argument) => `${argument.name}: $${argument.name}`);
  const head = `${operation} ${field.name}${variables.length === 0 ? '' : `(${variables.join(', ')})`}`;
  const call = `${field.name}${args.length === 0 ? '' : `(${args.join(', ')})`}`;
  return `${head} { ${call}${selection === undefined ? '' : ` ${selectionText(selection)}`} }`;
}

function selectionText(selection: SelectedType): string {
  const parts = selection.typename || selection.members.length > 0 ? ['__typename'] : [];
  for (const { responseName, field, args, selection: inner } of selection.fields) {
    const name = responseName === field.name ? field.name : `${responseName}: ${field.name}`;
    parts.push(`${name}${args}${inner === undefined ? '' : ` ${selectionText(inner)}`}`);
  }
  for (const member of selection.members) parts.push(`... on ${member.type.name} ${selectionText(member)}`);
  return `{ ${parts.join(' ')} }`;
}
