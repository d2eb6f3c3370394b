/**
 * Packs the package, installs the tarball into an empty project outside the checkout, and uses it there as a stranger
 * would: runs the README's example, imports every entry, and starts the command line. Exits with 1 at the first lie.
 */
import { deepStrictEqual, match, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisedOutput, readmeExample } from './readme-example.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const project = mkdtempSync(join(tmpdir(), 'toolgraph-install-'));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

function output(command, args, cwd = project) {
  return execFileSync(command, args, { cwd, encoding: 'utf8', shell: command === 'npm.cmd', maxBuffer: 64 << 20 });
}

const allowed = [
  /^package\.json$/,
  /^(README|CHANGELOG)\.md$/,
  /^NOTICE$/,
  /^LICENSE$/,
  /^toolgraph\.schema\.json$/,
  /^dist\/(src|ingest|retrieval)\/.+\.(js|d\.ts)$/,
  /^datasets\/shop\//,
];

try {
  const [packed] = JSON.parse(output(npm, ['pack', '--json', '--pack-destination', project], root));
  const files = packed.files.map((file) => file.path);
  deepStrictEqual(
    files.filter((file) => !allowed.some((pattern) => pattern.test(file))),
    [],
    'files that do not belong',
  );
  for (const needed of [
    'README.md',
    'LICENSE',
    'NOTICE',
    'CHANGELOG.md',
    'toolgraph.schema.json',
    'dist/src/cli/main.js',
  ])
    ok(files.includes(needed), `${needed} is missing from the package`);

  writeFileSync(join(project, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }\n');
  output(npm, ['install', '--no-audit', '--no-fund', '--loglevel=error', join(project, packed.filename)]);

  const example = readmeExample();
  writeFileSync(join(project, 'example.js'), example);
  const printed = output(process.execPath, ['example.js']);
  deepStrictEqual(printed.trimEnd().split('\n'), promisedOutput(example), 'README example');

  for (const entry of Object.keys(manifest.exports).filter((key) => !key.endsWith('.json'))) {
    const specifier = join(manifest.name, entry).replaceAll('\\', '/');
    const names = output(process.execPath, [
      '-e',
      `console.log(Object.keys(await import('${specifier}')).join())`,
      '--input-type=module',
    ]);
    ok(names.trim().length > 0, `${specifier} exports nothing`);
  }

  const bin = join(project, 'node_modules', '.bin', process.platform === 'win32' ? 'toolgraph.cmd' : 'toolgraph');
  match(output(bin, ['--version']).trim(), new RegExp(`^${manifest.version.replaceAll('.', '\\.')}$`));
  ok(output(bin, ['demo']).includes('prerequisite'), 'the demo names no prerequisite');
  console.log(`${packed.filename}: ${files.length} files, ${packed.size} bytes packed; installed and run.`);
} finally {
  rmSync(project, { recursive: true, force: true });
}
