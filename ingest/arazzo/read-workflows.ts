import type { DiagnosticLog } from '../../src/core/diagnostics.js';
import { isRecord, pointerLookUp } from '../../src/core/json-schema.js';
import type { OperationReference } from '../../src/core/tool-schema.js';
import { belowPath, fieldPath } from './runtime-expression.js';

/** An input that a step sets: the parameter's name or the body field's path, and the value as written. */
export interface StepInput {
  /** Undefined when the value is a whole body. */
  readonly to: string | undefined;
  readonly value: string;
}

/** One step, as far as values flow through it. */
export interface ArazzoStep {
  readonly id: string;
  readonly operation?: OperationReference;
  /** Id of the workflow the step calls instead of an operation. */
  readonly calls?: string;
  readonly inputs: readonly StepInput[];
  readonly outputs: ReadonlyMap<string, unknown>;
  readonly dependsOn: readonly string[];
}

/** One workflow, as far as values flow through it. */
export interface ArazzoWorkflow {
  readonly id: string;
  readonly steps: readonly ArazzoStep[];
  readonly outputs: ReadonlyMap<string, unknown>;
}

const methods = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace', 'query']);
const maxBodyNodes = 5000;

/** The workflows of a document by id. What cannot be read costs a diagnostic and only itself. */
export function readWorkflows(document: Record<string, unknown>, log: DiagnosticLog): Map<string, ArazzoWorkflow> {
  const workflows = new Map<string, ArazzoWorkflow>();
  const list = Array.isArray(document['workflows']) ? document['workflows'] : [];
  if (list.length === 0) log.warn('no-workflows', undefined, 'The document lists no workflows.');
  list.forEach((raw, index) => {
    const id = isRecord(raw) && typeof raw['workflowId'] === 'string' ? raw['workflowId'] : undefined;
    if (!isRecord(raw) || id === undefined) {
      log.error('invalid-workflow', `workflows[${index}]`, 'The workflow has no workflowId and is left out.');
      return;
    }
    if (workflows.has(id)) {
      log.error('duplicate-workflow', id, 'The workflowId occurs twice; the first workflow counts.');
      return;
    }
    const shared = parametersOf(raw['parameters'], document);
    const steps = (Array.isArray(raw['steps']) ? raw['steps'] : []).flatMap((step, at) =>
      readStep(step, `${id}.steps[${at}]`, shared, document, log),
    );
    workflows.set(id, { id, steps, outputs: mapOf(raw['outputs']) });
  });
  return workflows;
}

function readStep(
  raw: unknown,
  item: string,
  shared: readonly StepInput[],
  document: Record<string, unknown>,
  log: DiagnosticLog,
): ArazzoStep[] {
  if (!isRecord(raw) || typeof raw['stepId'] !== 'string') {
    log.error('invalid-step', item, 'The step has no stepId and is left out.');
    return [];
  }
  const operation = operationOf(raw);
  const calls = typeof raw['workflowId'] === 'string' ? afterSource(raw['workflowId']).name : undefined;
  if (operation === undefined && calls === undefined)
    log.warn(
      'unknown-step-kind',
      item,
      `Step ${JSON.stringify(raw['stepId'])} calls neither an operation nor a workflow that can be read.`,
    );
  const own = parametersOf(raw['parameters'], document);
  const names = new Set(own.map((input) => input.to));
  return [
    {
      id: raw['stepId'],
      ...(operation === undefined ? {} : { operation }),
      ...(calls === undefined ? {} : { calls }),
      inputs: [...shared.filter((input) => !names.has(input.to)), ...own, ...bodyInputs(raw['requestBody'])],
      outputs: mapOf(raw['outputs']),
      dependsOn: (Array.isArray(raw['dependsOn']) ? raw['dependsOn'] : [])
        .filter((step): step is string => typeof step === 'string')
        .map((step) => step.replace(/^\$steps\./, '')),
    },
  ];
}

function operationOf(raw: Record<string, unknown>): OperationReference | undefined {
  const { operationId, operationPath } = raw;
  if (typeof operationId === 'string' && operationId !== '') {
    const { name, api } = afterSource(operationId);
    return { operationId: name, ...(api === undefined ? {} : { api }) };
  }
  if (typeof operationPath !== 'string') return undefined;
  const hash = operationPath.indexOf('#');
  const steps = operationPath
    .slice(hash + 1)
    .split('/')
    .slice(1)
    .map(decodeStep);
  const [container, path, method] = steps;
  if (
    hash < 0 ||
    container !== 'paths' ||
    path === undefined ||
    method === undefined ||
    !methods.has(method.toLowerCase())
  )
    return undefined;
  const api = /\$sourceDescriptions\.([A-Za-z0-9_-]+)/.exec(operationPath.slice(0, hash))?.[1];
  return { path: `${method.toUpperCase()} ${path}`, ...(api === undefined ? {} : { api }) };
}

/** `$sourceDescriptions.petstore.findPets` names `findPets` of `petstore`; anything else is the name itself. */
function afterSource(text: string): { readonly name: string; readonly api?: string } {
  const match = /^\$sourceDescriptions\.([A-Za-z0-9_-]+)\.(.+)$/s.exec(text);
  return match === null ? { name: text } : { name: match[2] as string, api: match[1] as string };
}

function decodeStep(step: string): string {
  let text = step;
  try {
    text = decodeURIComponent(step);
  } catch {
    text = step; // a lone percent sign is part of the path
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}

function parametersOf(list: unknown, document: Record<string, unknown>): StepInput[] {
  return (Array.isArray(list) ? list : []).flatMap((raw): StepInput[] => {
    if (!isRecord(raw)) return [];
    const reference = typeof raw['reference'] === 'string' ? raw['reference'] : raw['$ref'];
    const target = typeof reference === 'string' ? componentOf(reference, document) : undefined;
    const parameter = isRecord(target) ? { ...target, ...raw } : raw;
    const { name, value } = parameter;
    if (typeof name !== 'string') return [];
    return valuesIn(value, name);
  });
}

function componentOf(reference: string, document: Record<string, unknown>): unknown {
  const pointer = reference.startsWith('$components.')
    ? `/${reference.slice(1).split('.').join('/')}`
    : reference.startsWith('#/')
      ? reference.slice(1)
      : undefined;
  return pointer === undefined ? undefined : pointerLookUp(document, pointer);
}

function bodyInputs(body: unknown): StepInput[] {
  if (!isRecord(body)) return [];
  const replacements = (Array.isArray(body['replacements']) ? body['replacements'] : []).flatMap((raw): StepInput[] => {
    if (!isRecord(raw) || typeof raw['target'] !== 'string') return [];
    return valuesIn(raw['value'], raw['target'].startsWith('/') ? fieldPath(raw['target']) : undefined);
  });
  return [...valuesIn(parsedPayload(body['payload']), undefined), ...replacements];
}

/** A payload may be JSON text. */
function parsedPayload(payload: unknown): unknown {
  if (typeof payload !== 'string' || !/^\s*[[{]\s*["{[\]}]/.test(payload)) return payload;
  try {
    return JSON.parse(payload);
  } catch {
    return payload; // text with expressions in it that is no JSON: its expressions still count
  }
}

/** Every text in a value that may hold an expression, with the path of the input it fills. */
function valuesIn(value: unknown, path: string | undefined): StepInput[] {
  const found: StepInput[] = [];
  const queue: { value: unknown; path: string | undefined }[] = [{ value, path }];
  for (let next = 0; next < queue.length && next < maxBodyNodes; next++) {
    const node = queue[next] as (typeof queue)[number];
    if (typeof node.value === 'string') {
      if (node.value.includes('$')) found.push({ to: node.path, value: node.value });
    } else if (Array.isArray(node.value)) {
      for (const item of node.value) queue.push({ value: item, path: belowPath(node.path ?? '', '[]') });
    } else if (isRecord(node.value)) {
      for (const [key, child] of Object.entries(node.value))
        queue.push({ value: child, path: belowPath(node.path ?? '', key) });
    }
  }
  return found;
}

function mapOf(value: unknown): Map<string, unknown> {
  return new Map(isRecord(value) ? Object.entries(value) : []);
}
