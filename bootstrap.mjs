/**
 * Runs a task of a fresh checkout: installs the packages of the lock file if they are not there, compiles if the
 * sources changed, then starts the task. Uses nothing but Node and npm, so that two commands are all a reader needs.
 *
 *   node bootstrap.mjs start [SOURCE...]          the service, over the bundled catalog or your own sources
 *   node bootstrap.mjs demo [SOURCE "query"]      one request answered on the terminal
 *   node bootstrap.mjs test [vitest arguments]    every test
 *   node bootstrap.mjs toolgraph [arguments]      the command line, as an installed package runs it
 *   node bootstrap.mjs build                      only install and compile
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url));
const at = (...parts) => join(root, ...parts);
const compiledFolders = ['src', 'ingest', 'retrieval'];
const stamp = at('dist', '.build-stamp');
const commandLine = at('dist', 'src', 'cli', 'main.js');
const minimumNode = [20, 19];

const tasks = {
  start: (args) => run([commandLine, 'serve', ...args], callerFolder()),
  demo: (args) => run([commandLine, 'demo', ...args], callerFolder()),
  test: (args) => run([at('node_modules', 'vitest', 'vitest.mjs'), 'run', ...args], root),
  toolgraph: (args) => run([commandLine, ...args], callerFolder()),
  build: async () => 0,
};

/** Progress, on a terminal; of the service always, as its first start takes a minute in which nothing else is said. */
function say(text) {
  if (process.stderr.isTTY || name === 'start') process.stderr.write(`${text}\n`);
}

function fail(text) {
  process.stderr.write(`toolgraph: ${text}\n`);
  process.exit(1);
}

/** Relative paths are meant from where npm was called, not from the package folder that npm changes to. */
function callerFolder() {
  const { INIT_CWD, npm_lifecycle_event } = process.env;
  return npm_lifecycle_event !== undefined && INIT_CWD !== undefined && existsSync(INIT_CWD) ? INIT_CWD : process.cwd();
}

/** Starts Node on the arguments and resolves with its exit code. Ctrl+C reaches the child through the terminal. */
function run(args, cwd) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, stdio: 'inherit' });
    const forward = (signal) => child.kill(signal);
    process.on('SIGTERM', forward);
    process.on('SIGHUP', forward);
    process.on('SIGINT', (signal) => (process.stdin.isTTY ? undefined : forward(signal)));
    child.on('error', (error) => fail(`cannot start ${args[0]}: ${error.message}`));
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}

/**
 * True when every package that the lock file asks for on this platform is installed in that version. Compares
 * contents, not times: a checkout, a copy and a restored cache all change times.
 */
function isInstalled() {
  const record = at('node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const found = present[path];
    if (path === '' || (found === undefined && optional)) return true;
    return found?.version === version && found?.integrity === integrity;
  });
}

function install() {
  say('toolgraph: installing packages (once, about a minute) …');
  const options = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const done = npm?.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [npm, ...options], { cwd: root, encoding: 'utf8' })
    : spawnSync('npm', options, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' });
  if (done.status === 0) return;
  process.stderr.write(done.stderr || done.error?.message || '');
  fail('the packages could not be installed — check the network and run "npm ci" to see the whole report.');
}

/** A fingerprint of everything the compiler reads; the lock file stands for the compiler and the types. */
function sourcesHash() {
  const hash = createHash('sha256');
  const files = compiledFolders.flatMap((folder) => filesUnder(at(folder), '.ts')).sort();
  for (const file of [at('tsconfig.json'), at('package.json'), at('package-lock.json'), ...files]) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file).split(sep).join('/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesUnder(folder, ending) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function isBuilt(hash) {
  return existsSync(commandLine) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

function build(hash) {
  say('toolgraph: compiling …');
  rmSync(stamp, { force: true });
  if (!existsSync(commandLine)) rmSync(at('dist'), { recursive: true, force: true });
  const done = spawnSync(
    process.execPath,
    [at('node_modules', 'typescript', 'bin', 'tsc'), '-p', at('tsconfig.json')],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  if (done.status !== 0) {
    process.stderr.write(`${done.stdout ?? ''}${done.stderr ?? ''}${done.error?.message ?? ''}`);
    fail('the sources do not compile — see the compiler messages above.');
  }
  removeOrphans();
  writeFileSync(stamp, hash);
}

/** The compiler never deletes what a removed source left behind, and the package would ship it. */
function removeOrphans() {
  for (const ending of ['.d.ts', '.js'])
    for (const file of filesUnder(at('dist'), ending)) {
      const source = `${at(relative(at('dist'), file)).slice(0, -ending.length)}.ts`;
      if (!existsSync(source)) rmSync(file);
    }
}

/** Runs the work while holding a lock folder, so that commands started side by side do not install over each other. */
async function alone(work) {
  const lock = at('.bootstrap-lock');
  const holder = join(lock, 'pid');
  for (let waitedMs = 0; ; waitedMs += 200) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (isAbandoned(lock, holder)) rmSync(lock, { recursive: true, force: true });
      else if (waitedMs > 600_000)
        fail(`another process has held ${lock} for ten minutes — remove it if none is running.`);
      else await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  const release = () => {
    if (existsSync(holder)) unlinkSync(holder);
    if (existsSync(lock)) rmdirSync(lock);
  };
  writeFileSync(holder, String(process.pid));
  process.on('exit', release);
  work();
  process.off('exit', release);
  release();
}

function isAbandoned(lock, holder) {
  try {
    process.kill(Number(readFileSync(holder, 'utf8')), 0);
    return false;
  } catch (error) {
    if (error.code === 'ESRCH') return true;
    if (error.code === 'ENOENT')
      return Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 5_000;
    return false;
  }
}

function prepare() {
  if (!isInstalled()) install();
  const hash = sourcesHash();
  if (!isBuilt(hash)) build(hash);
}

const [name = '', ...args] = process.argv.slice(2);
const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
if (task === undefined) fail(`there is no task "${name}" — try one of ${Object.keys(tasks).join(', ')}.`);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < minimumNode[0] || (major === minimumNode[0] && minor < minimumNode[1]))
  fail(`Node ${process.versions.node} is too old — install Node ${minimumNode.join('.')} or newer.`);
if (!isInstalled() || !isBuilt(sourcesHash())) await alone(prepare);
process.exitCode = await task(args);
