import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '..');
const adapters = path.join(root, 'conformance/adapters');
/** What is compiled or installed outside of the folder of an adapter. */
const cache = path.join(root, 'node_modules/.cache/sparring-adapters');
const PREPARE_TIMEOUT_MS = 900_000;

/** The adapters in the repository, as LANGUAGE/CLIENT. */
export function adapterNames(): string[] {
  const files = globSync('*/*/{adapter.*,Adapter.java,pom.xml,Cargo.toml}', { cwd: adapters });
  const folders = files.map((file) => path.dirname(file).split(path.sep).join('/'));
  return [...new Set(folders)].filter((name) => !name.endsWith('/protocol')).sort();
}

/**
 * Installs what the lock file of an adapter names, compiles it where its language needs that, and returns its command.
 * @throws Error where the tools of the language or a package are missing.
 */
export async function prepareAdapter(name: string): Promise<readonly string[]> {
  const [language = '', client = ''] = name.split('/');
  const folder = path.join(adapters, name);
  switch (language) {
    case 'javascript':
      return inJavaScript(folder);
    case 'python':
      return inPython(folder, client);
    case 'go':
      return inGo(folder, client);
    case 'rust':
      return inRust(folder, client);
    case 'java':
      return inJava(folder);
    case 'shell':
      return [process.execPath, path.join(folder, 'adapter.mjs')];
    case 'ruby':
      return ['ruby', path.join(folder, 'adapter.rb')];
    case 'perl':
      return ['perl', path.join(folder, 'adapter.pl')];
    case 'php':
      return ['php', path.join(folder, 'adapter.php')];
    default:
      throw new Error(`There is no adapter ${name}; there are ${adapterNames().join(', ')}.`);
  }
}

async function inJavaScript(folder: string): Promise<readonly string[]> {
  const isLocked = existsSync(path.join(folder, 'package-lock.json'));
  if (isLocked && !existsSync(path.join(folder, 'node_modules')))
    await execute('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder);
  // Bun comes from npm, and runs its adapter itself.
  const bun = path.join(folder, `node_modules/@oven/bun-${process.platform}-${process.arch}/bin/bun`);
  return [existsSync(bun) ? bun : process.execPath, path.join(folder, 'adapter.mjs')];
}

/** An environment for each version of the lock file. */
async function inPython(folder: string, client: string): Promise<readonly string[]> {
  const lock = path.join(folder, 'requirements.txt');
  const digest = createHash('sha256').update(readFileSync(lock)).digest('hex').slice(0, 12);
  const environment = path.join(cache, `python-${client}-${digest}`);
  const python = path.join(environment, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
  const complete = path.join(environment, 'complete');
  if (!existsSync(complete)) {
    // One environment has pip, whose installation takes longer than that of a client.
    const pip = path.join(cache, 'python-pip');
    const pipPython = path.join(pip, path.relative(environment, python));
    if (!existsSync(path.join(pip, 'complete'))) {
      await execute('python3', ['-m', 'venv', '--clear', pip], folder);
      writeFileSync(path.join(pip, 'complete'), '');
    }
    await execute('python3', ['-m', 'venv', '--clear', '--without-pip', environment], folder);
    const install = ['--quiet', '--disable-pip-version-check', '--no-deps', '--requirement', lock];
    await execute(pipPython, ['-m', 'pip', '--python', python, 'install', ...install], folder);
    writeFileSync(complete, '');
  }
  return [python, path.join(folder, 'adapter.py')];
}

async function inGo(folder: string, client: string): Promise<readonly string[]> {
  const program = path.join(cache, 'go', client);
  await execute('go', ['build', '-o', program, '.'], folder);
  return [program];
}

async function inRust(folder: string, client: string): Promise<readonly string[]> {
  const target = path.join(cache, 'rust');
  await execute('cargo', ['build', '--locked', '--release', '--quiet', '--target-dir', target], folder);
  return [path.join(target, 'release', `sparring-conformance-${client}`)];
}

/** A file that `java` runs, or a project of Maven whose class with `main` has the name of its file. */
async function inJava(folder: string): Promise<readonly string[]> {
  if (!existsSync(path.join(folder, 'pom.xml'))) return ['java', path.join(folder, 'Adapter.java')];
  await execute('mvn', ['--quiet', '--batch-mode', 'compile', 'dependency:build-classpath'], folder);
  const [file = ''] = globSync('*Adapter.java', { cwd: folder });
  const dependencies = readFileSync(path.join(folder, 'target/classpath'), 'utf8');
  const classpath = [path.join(folder, 'target/classes'), dependencies].join(path.delimiter);
  return ['java', '-cp', classpath, path.basename(file, '.java')];
}

async function execute(file: string, args: readonly string[], cwd: string): Promise<void> {
  await run(file, args, { cwd, timeout: PREPARE_TIMEOUT_MS, maxBuffer: 2 ** 26 });
}
