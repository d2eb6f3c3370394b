import { basename, extname } from 'node:path';
import type { CodeFunction } from '../code-function.js';
import { opaqueMessage } from '../signature.js';
import type { ts } from './compiler.js';
import { declarationOf, propertyName, withoutWrapping } from './literals.js';
import { docOf, type ReadContext, readFunction } from './read-function.js';
import { definitionOfCall, definitionOfObject, isToolLiteral, lineOf, type ToolDefinition } from './tool-definition.js';

/** Called for what a reader of source wants to know about one function of it. */
export type ReportFinding = (
  code: 'opaque-parameter' | 'schema-not-static' | 'duplicate-definition',
  item: string,
  message: string,
) => void;

/**
 * Every function and tool definition of a module: functions, arrow functions in constants, methods of classes
 * (`Garden.water`) and of object literals, and calls that define tools; those that other modules cannot reach only with
 * `includePrivate`. In the order of the text.
 */
export function readModule(
  file: ts.SourceFile,
  context: ReadContext,
  includePrivate: boolean,
  report: ReportFinding,
): CodeFunction[] {
  const reader = new ModuleReader(file, context, includePrivate, report);
  return reader.read();
}

class ModuleReader {
  readonly #file: ts.SourceFile;
  readonly #context: ReadContext;
  readonly #includePrivate: boolean;
  readonly #report: ReportFinding;
  readonly #found: { readonly fn: CodeFunction; readonly declaration: ts.Node; readonly order: number }[] = [];
  readonly #wrapped = new Set<ts.Node>();
  readonly #exports = new Map<ts.Node, string>();

  constructor(file: ts.SourceFile, context: ReadContext, includePrivate: boolean, report: ReportFinding) {
    this.#file = file;
    this.#context = context;
    this.#includePrivate = includePrivate;
    this.#report = report;
  }

  read(): CodeFunction[] {
    this.#collectExports();
    this.#findDefinitions(this.#file);
    for (const statement of this.#file.statements) this.#statement(statement);
    const ids = new Map<string, CodeFunction>();
    for (const { fn, declaration } of [...this.#found].sort((a, b) => a.order - b.order)) {
      if (this.#wrapped.has(declaration)) continue;
      const first = ids.get(fn.id);
      if (first === undefined) ids.set(fn.id, fn);
      else
        this.#report(
          'duplicate-definition',
          fn.id,
          `${JSON.stringify(fn.id)} is defined in line ${first.line} and again in line ${fn.line}; the first is taken, the other left out.`,
        );
    }
    return [...ids.values()];
  }

  /** `export { a as b }`, `export default a`, `module.exports = …` and `exports.a = …`. */
  #collectExports(): void {
    const { api } = this.#context;
    for (const statement of this.#file.statements) {
      if (api.isExportDeclaration(statement) && statement.moduleSpecifier === undefined) this.#exportList(statement);
      else if (api.isExportAssignment(statement)) this.#exportDefault(statement.expression);
      else if (api.isExpressionStatement(statement) && api.isBinaryExpression(statement.expression))
        this.#commonJs(statement.expression);
    }
  }

  #exportList(statement: ts.ExportDeclaration): void {
    const { api, checker } = this.#context;
    if (statement.exportClause === undefined || !api.isNamedExports(statement.exportClause)) return;
    for (const element of statement.exportClause.elements) {
      const symbol = checker.getExportSpecifierLocalTargetSymbol(element);
      const declaration = symbol?.valueDeclaration;
      if (declaration === undefined) continue;
      this.#exports.set(declaration, element.name.text === 'default' ? this.#fileName() : element.name.text);
    }
  }

  #exportDefault(expression: ts.Expression): void {
    const plain = withoutWrapping(expression, this.#context.api);
    const declaration = this.#context.api.isIdentifier(plain) ? declarationOf(plain, this.#context) : undefined;
    if (declaration !== undefined) this.#exports.set(declaration, nameOfDeclaration(declaration) ?? this.#fileName());
    else this.#value(this.#fileName(), plain, true, plain);
  }

  #commonJs({ left, operatorToken, right }: ts.BinaryExpression): void {
    const { api } = this.#context;
    if (operatorToken.kind !== api.SyntaxKind.EqualsToken || !api.isPropertyAccessExpression(left)) return;
    const target = left.getText(this.#file);
    const plain = withoutWrapping(right, api);
    if (target === 'module.exports') {
      if (!api.isObjectLiteralExpression(plain)) this.#exportDefault(plain);
      else for (const property of plain.properties) this.#commonJsProperty(property);
    } else if (/^(?:module\.)?exports\.[\w$]+$/.test(target)) this.#exportNamed(left.name.text, plain);
  }

  #commonJsProperty(property: ts.ObjectLiteralElementLike): void {
    const { api } = this.#context;
    const name = propertyName(property.name, api);
    if (name === undefined) return;
    if (api.isShorthandPropertyAssignment(property)) this.#exportNamed(name, property.name);
    else if (api.isPropertyAssignment(property)) this.#exportNamed(name, withoutWrapping(property.initializer, api));
    else if (api.isMethodDeclaration(property)) this.#add(name, name, property, true, property);
  }

  #exportNamed(name: string, value: ts.Expression): void {
    const declaration = this.#context.api.isIdentifier(value) ? declarationOf(value, this.#context) : undefined;
    if (declaration === undefined) this.#value(name, value, true, value);
    else this.#exports.set(declaration, name);
  }

  #fileName(): string {
    const name = basename(this.#file.fileName);
    return name.slice(0, name.length - extname(name).length);
  }

  /** Calls that define tools, wherever in the file they stand. */
  #findDefinitions(node: ts.Node): void {
    const { api } = this.#context;
    if (api.isCallExpression(node) || api.isNewExpression(node)) {
      const made = definitionOfCall(node, this.#context);
      if (made !== undefined) this.#addDefinition(made, node, made.tool.id);
    }
    api.forEachChild(node, (child) => this.#findDefinitions(child));
  }

  #addDefinition(made: ToolDefinition, at: ts.Node, id: string): void {
    if (made.wraps !== undefined) this.#wrapped.add(made.wraps);
    this.#found.push({ fn: { ...made.tool, id }, declaration: at, order: at.getStart(this.#file) });
    if (made.unread.length > 0)
      this.#report(
        'schema-not-static',
        made.tool.name,
        `In the schema of ${JSON.stringify(made.tool.name)} (line ${made.tool.line}) ${[...new Set(made.unread)].slice(0, 5).join(', ')} cannot be read without running it; anything is accepted there.`,
      );
  }

  #statement(statement: ts.Statement): void {
    const { api } = this.#context;
    if (api.isFunctionDeclaration(statement)) this.#functionDeclaration(statement);
    else if (api.isClassDeclaration(statement)) this.#class(statement, statement.name?.text ?? this.#fileName());
    else if (api.isVariableStatement(statement)) {
      const exported = isExported(statement, this.#context);
      for (const declaration of statement.declarationList.declarations) this.#variable(declaration, exported);
    }
  }

  #functionDeclaration(statement: ts.FunctionDeclaration): void {
    const own = statement.name?.text ?? this.#fileName();
    if (this.#firstOverload(statement) !== statement) return;
    const name = this.#exports.get(statement) ?? own;
    this.#add(name, name, statement, isExported(statement, this.#context) || this.#exports.has(statement), statement);
  }

  /** Of several declarations of a function the first is what callers see first; the body behind overloads is last. */
  #firstOverload(statement: ts.FunctionDeclaration): ts.Node {
    const { api, checker } = this.#context;
    const symbol = statement.name === undefined ? undefined : checker.getSymbolAtLocation(statement.name);
    const overloads = (symbol?.declarations ?? []).filter(
      (each) => api.isFunctionDeclaration(each) && each.body === undefined,
    );
    return overloads[0] ?? statement;
  }

  #variable(declaration: ts.VariableDeclaration, exported: boolean): void {
    const own = propertyName(declaration.name, this.#context.api);
    if (own === undefined || declaration.initializer === undefined) return;
    const name = this.#exports.get(declaration) ?? own;
    const value = withoutWrapping(declaration.initializer, this.#context.api);
    this.#value(name, value, exported || this.#exports.has(declaration), declaration);
  }

  #value(name: string, value: ts.Expression, exported: boolean, declaration: ts.Node): void {
    const { api } = this.#context;
    if (api.isArrowFunction(value) || api.isFunctionExpression(value))
      this.#add(name, name, value, exported, declaration);
    else if (api.isClassExpression(value)) this.#class(value, name, exported);
    else if (api.isObjectLiteralExpression(value)) this.#object(name, value, exported);
  }

  #object(name: string, value: ts.ObjectLiteralExpression, exported: boolean): void {
    const { api } = this.#context;
    if (isToolLiteral(value, this.#context)) {
      const made = definitionOfObject(value, name, value, this.#context);
      if (made !== undefined) this.#addDefinition(made, value, made.tool.id);
      return;
    }
    for (const property of value.properties) {
      const key = propertyName(property.name, api);
      if (key === undefined || key.startsWith('_')) continue;
      const inner = api.isPropertyAssignment(property) ? withoutWrapping(property.initializer, api) : property;
      if (api.isObjectLiteralExpression(inner) && isToolLiteral(inner, this.#context)) {
        const made = definitionOfObject(inner, key, property, this.#context);
        if (made !== undefined) this.#addDefinition(made, property, made.tool.id);
      } else if (api.isMethodDeclaration(inner) || api.isArrowFunction(inner) || api.isFunctionExpression(inner))
        this.#add(`${name}.${key}`, `${name}.${key}`, inner, exported, property);
    }
  }

  #class(node: ts.ClassLikeDeclaration, name: string, exported = false): void {
    const { api } = this.#context;
    const reachable = exported || isExported(node, this.#context) || this.#exports.has(node);
    const own = this.#exports.get(node) ?? name;
    for (const member of node.members) {
      const fn = api.isPropertyDeclaration(member) ? member.initializer : member;
      if (fn === undefined || !(api.isMethodDeclaration(fn) || api.isArrowFunction(fn) || api.isFunctionExpression(fn)))
        continue;
      const key = propertyName(member.name, api);
      const hiding = api.ModifierFlags.Private | api.ModifierFlags.Protected;
      if (key === undefined || key.startsWith('_') || (api.getCombinedModifierFlags(member) & hiding) !== 0) continue;
      this.#add(`${own}.${key}`, `${own}.${key}`, fn, reachable, member);
    }
  }

  #add(id: string, name: string, fn: ts.SignatureDeclaration, exported: boolean, declaration: ts.Node): void {
    if (!exported && !this.#includePrivate) return; // reading types is what costs time
    const doc = docOf(fn, this.#context);
    const read = readFunction(fn, doc, this.#context);
    for (const parameter of read.opaque) {
      this.#report('opaque-parameter', id, opaqueMessage(parameter, id));
    }
    const described = doc?.description;
    const { examples = [] } = doc ?? {};
    this.#found.push({
      declaration,
      order: fn.getStart(this.#file),
      fn: {
        id,
        name,
        line: lineOf(fn),
        signature: read.signature,
        public: exported && doc?.hidden !== true,
        typed: read.typed,
        ...(described === undefined ? {} : { description: described }),
        ...(read.outputSchema === undefined ? {} : { outputSchema: read.outputSchema }),
        ...(doc?.deprecated === true ? { deprecated: true } : {}),
        ...(examples.length === 0 ? {} : { keywords: examples.slice(0, 3) }),
      },
    });
  }
}

function isExported(node: ts.Node, { api }: ReadContext): boolean {
  return (
    api.canHaveModifiers(node) &&
    (api.getModifiers(node) ?? []).some((each) => each.kind === api.SyntaxKind.ExportKeyword)
  );
}

function nameOfDeclaration(declaration: ts.Declaration): string | undefined {
  const name = 'name' in declaration ? (declaration.name as ts.Node | undefined) : undefined;
  return name === undefined ? undefined : name.getText();
}
