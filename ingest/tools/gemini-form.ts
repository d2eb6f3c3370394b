import { isRecord } from '../../src/core/json-schema.js';
import type { ToolRecord } from './tool-record.js';

/** Gemini: `{ functionDeclarations: [{ name, description, parameters | parametersJsonSchema, response }] }`. */
export function readGemini(row: Record<string, unknown>): ToolRecord[] | undefined {
  const list = row['functionDeclarations'] ?? row['function_declarations'];
  if (Array.isArray(list))
    return list.map((declaration) => declarationRecord(isRecord(declaration) ? declaration : {}));
  const parameters = row['parameters'];
  const single = 'parametersJsonSchema' in row || (isRecord(parameters) && isUpperCaseType(parameters['type']));
  return single ? [declarationRecord(row)] : undefined;
}

function declarationRecord(row: Record<string, unknown>): ToolRecord {
  return {
    form: 'gemini',
    name: row['name'],
    description: row['description'],
    input: row['parametersJsonSchema'] ?? row['parameters_json_schema'] ?? row['parameters'],
    inputOptional: true,
    output: row['responseJsonSchema'] ?? row['response_json_schema'] ?? row['response'],
    outputIsSchema: true,
    ...(typeof row['behavior'] === 'string' ? { metadata: { behavior: row['behavior'] } } : {}),
  };
}

function isUpperCaseType(type: unknown): boolean {
  return typeof type === 'string' && /^[A-Z]+$/.test(type);
}
