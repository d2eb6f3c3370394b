import { isRecord } from '../../src/core/json-schema.js';
import type { SecurityRequirement } from '../../src/core/tool-schema.js';
import type { OpenApiContext } from './context.js';
import { own, ownRecord, ownText, type Raw } from './document.js';

/** Security alternatives of an operation, its own before the document's; undefined when neither says anything. */
export function securityOf(operation: Raw, item: string, context: OpenApiContext): SecurityRequirement[][] | undefined {
  const declared = own(operation, 'security') ?? own(context.document, 'security');
  if (!Array.isArray(declared)) return undefined;
  return declared
    .filter(isRecord)
    .map((alternative) =>
      Object.entries(alternative).map(([scheme, scopes]) => requirement(scheme, scopes, item, context)),
    );
}

function requirement(scheme: string, scopes: unknown, item: string, context: OpenApiContext): SecurityRequirement {
  const schemes =
    ownRecord(context.document, 'securityDefinitions') ??
    ownRecord(ownRecord(context.document, 'components'), 'securitySchemes');
  const declared = own(schemes, scheme);
  const found = declared === undefined ? undefined : context.follow(declared, item);
  const type = ownText(found, 'type') ?? 'undeclared';
  const place = ownText(found, 'in');
  const name = ownText(found, 'name');
  const httpScheme = type === 'basic' ? 'basic' : ownText(found, 'scheme')?.toLowerCase();
  return {
    scheme,
    type: type === 'basic' ? 'http' : type,
    ...(place === undefined ? {} : { in: place }),
    ...(name === undefined ? {} : { name }),
    ...(httpScheme === undefined ? {} : { httpScheme }),
    scopes: Array.isArray(scopes) ? scopes.filter((scope): scope is string => typeof scope === 'string') : [],
  };
}
