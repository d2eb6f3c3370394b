import { type Diagnostic, DiagnosticLog } from '../../src/core/diagnostics.js';
import { ToolGraphError } from '../../src/core/errors.js';
import { isRecord } from '../../src/core/json-schema.js';
import type { OperationReference, WorkflowLink } from '../../src/core/tool-schema.js';
import { keyOf } from '../../src/core/workflow-links.js';
import { type ArazzoStep, type ArazzoWorkflow, readWorkflows } from './read-workflows.js';
import { ValueOrigins } from './value-origins.js';

/** What a workflow document says about operations. It makes no tools of its own. */
export interface ArazzoResult {
  readonly links: readonly WorkflowLink[];
  /** Every operation that a step calls, each once. */
  readonly operations: readonly OperationReference[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Most links of one document. */
const maxLinks = 20_000;

/**
 * Reads an Arazzo 1.x document, parsed: which step's output fills which step's input, through `$steps`, `$workflows`,
 * `$inputs` of called workflows, and outputs of outputs. Nothing is fetched: the API descriptions that the document
 * names are to be ingested on their own.
 *
 * @throws ToolGraphError `INVALID_DOCUMENT` when it is not an Arazzo 1.x document.
 */
export function ingestArazzoDocument(document: unknown, source: string): ArazzoResult {
  const log = new DiagnosticLog(source);
  if (!isRecord(document) || typeof document['arazzo'] !== 'string' || !/^1\.\d/.test(document['arazzo']))
    throw new ToolGraphError(
      'INVALID_DOCUMENT',
      'The document is not an Arazzo 1.x document: its field "arazzo" must be a version such as "1.0.1".',
    );
  const workflows = readWorkflows(document, log);
  const origins = new ValueOrigins(workflows, log);
  const links = new Map<string, WorkflowLink>();
  for (const workflow of workflows.values()) collectLinks(workflow, origins, links);
  if (links.size >= maxLinks)
    log.warn('too-many-links', undefined, `More than ${maxLinks} links are stated; the rest is left out.`);
  const operations = [...workflows.values()].flatMap((workflow) =>
    workflow.steps.flatMap((step) => step.operation ?? []),
  );
  return {
    links: [...links.values()],
    operations: [...new Map(operations.map((operation) => [keyOf(operation), operation])).values()],
    diagnostics: log.entries,
  };
}

function collectLinks(workflow: ArazzoWorkflow, origins: ValueOrigins, links: Map<string, WorkflowLink>): void {
  for (const { step, scope } of origins.stepsOf(workflow)) {
    if (step.operation === undefined) continue;
    for (const { to, value } of step.inputs) {
      for (const origin of origins.of(value, scope, `${scope.workflow.id}.${step.id}`))
        addLink(links, workflow, step, step.operation, origin.operation, origin.path, to);
    }
    for (const before of step.dependsOn) {
      const producer = scope.workflow.steps.find((other) => other.id === before)?.operation;
      if (producer !== undefined) addLink(links, workflow, step, step.operation, producer, undefined, undefined);
    }
  }
}

function addLink(
  links: Map<string, WorkflowLink>,
  workflow: ArazzoWorkflow,
  step: ArazzoStep,
  consumer: OperationReference,
  producer: OperationReference,
  from: string | undefined,
  to: string | undefined,
): void {
  if (keyOf(producer) === keyOf(consumer)) return;
  const key = JSON.stringify([keyOf(producer), keyOf(consumer), from, to]);
  if (links.has(key) || links.size >= maxLinks) return;
  links.set(key, {
    workflow: workflow.id,
    step: step.id,
    producer,
    consumer,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined || to === '' ? {} : { to }),
  });
}
