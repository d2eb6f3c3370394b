import type { PyBlock, PyClass, PyExpression, PyFunction, PyStatement } from './syntax-tree.js';
import { dottedParts, lastName } from './syntax-tree.js';

/** What the module level of a file binds, guards looked through. Later definitions win, as they do in Python. */
export class ModuleScope {
  /** Dotted module name, relative to the ingested root. */
  readonly module: string;
  /** The file is a package's `__init__`. */
  readonly isPackage: boolean;
  readonly functions = new Map<string, PyFunction>();
  readonly classes = new Map<string, PyClass>();
  /** Values of names assigned exactly once; a name assigned twice is no constant. */
  readonly constants = new Map<string, PyExpression>();
  /** `type X = …` and `X: TypeAlias = …`. */
  readonly aliases = new Map<string, PyExpression>();
  /** Local name → the dotted name it was imported as. */
  readonly imports = new Map<string, string>();
  /** Every statement of the module level, guards opened, in order. */
  readonly statements: readonly PyStatement[];
  readonly #assigned = new Set<string>();

  constructor(module: string, statements: readonly PyStatement[], isPackage = false) {
    this.module = module;
    this.isPackage = isPackage;
    this.statements = openGuards(statements);
    for (const statement of this.statements) this.#bind(statement);
  }

  /** Does the file itself define this name as a class, an alias or a constant? */
  defines(name: string): boolean {
    return this.classes.has(name) || this.aliases.has(name) || this.constants.has(name) || this.functions.has(name);
  }

  /** The dotted name an expression stands for, its first part looked up among the imports: `t.Any` → `typing.Any`. */
  qualifiedName(expression: PyExpression): string | undefined {
    const parts = dottedParts(expression);
    const [first, ...rest] = parts ?? [];
    if (first === undefined) return undefined;
    return [this.imports.get(first) ?? first, ...rest].join('.');
  }

  #bind(statement: PyStatement): void {
    if (statement.kind === 'function') this.functions.set(statement.name, statement);
    else if (statement.kind === 'class') this.classes.set(statement.name, statement);
    else if (statement.kind === 'import')
      for (const { local, qualified } of statement.names) this.imports.set(local, qualified);
    else if (statement.kind === 'type-alias') this.aliases.set(statement.name, statement.value);
    else if (statement.kind === 'delete') for (const name of statement.names) this.functions.delete(name);
    else if (statement.kind === 'assign') {
      for (const target of statement.targets) {
        if (target.kind !== 'name') continue;
        if (
          statement.annotation !== undefined &&
          lastName(statement.annotation) === 'TypeAlias' &&
          statement.value !== undefined
        ) {
          this.aliases.set(target.name, statement.value);
          continue;
        }
        if (this.#assigned.has(target.name) || statement.operator !== undefined) this.constants.delete(target.name);
        else if (statement.value !== undefined) this.constants.set(target.name, statement.value);
        if (statement.value !== undefined) this.#assigned.add(target.name);
      }
    }
  }
}

/**
 * Opens the statements that decide at import time what a module holds, so that each name is bound once: of a
 * `try` the tried branch comes last and so wins; the branches of an `if` stand in order and the last one wins.
 * What only runs as a script or only exists for the type checker is left out.
 */
export function openGuards(statements: readonly PyStatement[], depth = 0): PyStatement[] {
  if (depth > 20) return [];
  return statements.flatMap((statement) => {
    if (statement.kind !== 'block') return [statement];
    if (statement.keyword === 'if') return openIf(statement, depth);
    return liveBranches(statement).flatMap((body) => openGuards(body, depth + 1));
  });
}

function liveBranches(block: PyBlock): (readonly PyStatement[])[] {
  if (block.keyword === 'try') {
    const rank = (keyword: string): number => (keyword === 'except' ? 0 : keyword === 'try' ? 1 : 2);
    return [...block.branches].sort((a, b) => rank(a.keyword) - rank(b.keyword)).map((branch) => branch.body);
  }
  return block.keyword === 'with' ? block.branches.map((branch) => branch.body) : [];
}

function openIf(block: PyBlock, depth: number): PyStatement[] {
  return block.branches.flatMap(({ test, body }) => {
    if (test !== undefined && isDead(test)) return [];
    const opened = openGuards(body, depth + 1);
    // Types and imports for the checker explain annotations; a function that only it sees cannot be called.
    return test !== undefined && isTypeChecking(test) ? opened.filter((item) => item.kind !== 'function') : opened;
  });
}

/** Conditions that are false whenever the module is imported: the script guard and `False`. */
function isDead(test: PyExpression): boolean {
  if (test.kind === 'boolean') return !test.value;
  if (test.kind === 'number') return test.value === 0;
  if (test.kind !== 'binary' || test.operator !== '==') return false;
  return [test.left, test.right].some((side) => side.kind === 'name' && side.name === '__name__');
}

function isTypeChecking(test: PyExpression): boolean {
  return dottedParts(test)?.at(-1) === 'TYPE_CHECKING';
}
