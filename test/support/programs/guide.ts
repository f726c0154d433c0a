import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import type { TestContext } from 'node:test';
import {
  command,
  type Finish,
  launcher,
  type RunningCommand,
  run,
  temporaryFolder,
} from '../commands/command.ts';
import { openShell, type Shell } from '../commands/shell.ts';
import { hasPythonModules, output } from './installed.ts';

const root = path.join(import.meta.dirname, '../../..');

export interface Block {
  readonly language: string;
  readonly code: string;
}

/** The blocks of code of a page; `page` is its path in the project. */
export function blocksOf(page: string): Block[] {
  const text = readFileSync(path.join(root, page), 'utf8');
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));
}

/** The blocks of code in one language. */
export function codeBlocks(page: string, language: string): string[] {
  return blocksOf(page).flatMap((block) => (block.language === language ? [block.code] : []));
}

/** The output of the commands of a page. */
export interface PageOutput {
  readonly printed: string;
  /** The statuses of the responses whose head was shown. */
  readonly statuses: readonly number[];
}

/** A line that starts a server in the foreground. */
const SERVER = /^(?:npm start(?: --)?|sparring)((?: --\S+(?: [^-\s]\S*)?)*)$/m;

/**
 * Runs every block of commands of a page, in order: servers in one terminal, other commands in another. A page whose first
 * block starts no server has one in memory. A block of text is the expected output of the block before it; `…` stands for
 * any text within a line, and alone on a line for any lines. Undefined without curl or a Python module of the page, and the
 * test is then skipped.
 */
export async function runPage(
  t: TestContext,
  page: string,
  { isSkipped = () => false }: { readonly isSkipped?: (code: string) => boolean } = {},
): Promise<PageOutput | undefined> {
  if ((await output(t, 'curl', ['--version'])) === undefined) return undefined;
  const modules = pythonModules(page);
  if (modules.length > 0 && !(await hasPythonModules(t, modules))) return undefined;
  const reader = await createReader(t);
  const [first = ''] = codeBlocks(page, 'sh');
  if (!SERVER.test(first)) await reader.type('sparring --database memory\n');
  let last = '';
  for (const { language, code } of blocksOf(page)) {
    if (language === 'text') assertPrinted(last, code, page);
    if (language !== 'sh' || isSkipped(code)) continue;
    last = await reader.type(code);
  }
  const printed = reader.printed();
  return {
    printed,
    statuses: [...printed.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status)),
  };
}

/** The modules that the Python programs in the commands of a page import. */
function pythonModules(page: string): string[] {
  const imports = codeBlocks(page, 'sh')
    .join('')
    .matchAll(/^import ([\w, ]+)$/gm);
  return [...new Set([...imports].flatMap(([, names = '']) => names.split(', ')))];
}

async function createReader(t: TestContext) {
  const folder = await temporaryFolder(t);
  // In a terminal, curl does not print progress.
  await writeFile(path.join(folder, '.curlrc'), 'silent\nshow-error\n');
  const port = await freePort();
  const shell = openShell(t, folder, prelude);
  let server: RunningCommand | undefined;
  let printed = '';
  const toHere = (code: string) => code.replaceAll(/\b8080\b/g, port);
  const toPage = (text: string) => text.replaceAll(folder, '/home/you').replaceAll(port, '8080');

  async function startServer(flags: string): Promise<string> {
    server?.process.kill('SIGINT');
    await server?.finish;
    const typed = toHere(flags).split(' ').filter(Boolean);
    // A flag of the page has precedence.
    const isTyped = (flag: string) => typed.some((word) => word === flag || word.startsWith(`${flag}=`));
    const words = [
      ...(isTyped('--port') ? [] : ['--port', port]),
      ...(isTyped('--password-cost') ? [] : ['--password-cost', 'test']),
      ...typed,
    ];
    server = command(t, folder, words, { variables: { XDG_DATA_HOME: '' } });
    const [banner] = await server.printed(/^[\s\S]*\n\n/);
    return banner;
  }

  return {
    printed: () => printed,
    async type(code: string): Promise<string> {
      const start = SERVER.exec(code);
      const before = start ? code.slice(0, start.index) : code;
      const text = await typeInto(shell, toHere(before));
      const banner = start ? await startServer(start[1] ?? '') : '';
      assert.ok(
        !start || code.slice(start.index + start[0].length).trim() === '',
        `after the server: ${code}`,
      );
      const seen = toPage(`${text}${banner}`).replaceAll('\r', '');
      printed += seen;
      return seen;
    },
  };
}

async function typeInto(shell: Shell, code: string): Promise<string> {
  const { text, status } = await shell.type(code);
  assert.equal(status, 0, `${code}\nprinted: ${text}`);
  // The prompt, or the next output, begins on its own line.
  assert.match(text, /^$|\n$/, `no line break at the end: ${code}\nprinted: ${text}`);
  assert.doesNotMatch(text, /\S(?:HTTP\/1\.1 \d{3} |(?<=\})\{")/, `output without a line break: ${code}`);
  return text;
}

/** `npm start` has its own tests; here it is the launcher, like `sparring` of an installed package. */
const prelude = `
node() { "${process.execPath}" "$@"; }
sparring() { "${process.execPath}" "${launcher}" "$@"; }
npm() { while [ "$1" != -- ]; do shift; done; shift; "${process.execPath}" "${launcher}" "$@"; }
`;

function freePort(): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(String(typeof address === 'object' ? address?.port : '')));
    });
  });
}

/** A character as an expression matches it, without its meaning. */
function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function assertPrinted(printed: string, expected: string, page: string): void {
  const pattern = expected
    .trim()
    .split('\n')
    .map((line) =>
      line.trim() === '…'
        ? '(?:.*\\n)*?'
        : `${line.replaceAll(/\W/gu, escapeCharacter).replaceAll(escapeCharacter('…'), '.*')} *\\n`,
    )
    .join('');
  assert.match(`${printed}\n`, new RegExp(`^${pattern}`, 'm'), `${page} shows\n${expected}`);
}

/** Runs a block of TypeScript in the folder of a file that a block of commands writes, with the current library. */
export async function runBlock(t: TestContext, begin: string, code: string): Promise<Finish> {
  const folder = await temporaryFolder(t);
  const [, file = '', content = ''] = /^cat > (\S+) <<'END'\n([\s\S]*?)^END\n/m.exec(begin) ?? [];
  await writeFile(path.join(folder, file), content);
  const block = path.join(folder, 'block.mts');
  const library = path.join(root, 'src/library/index.ts');
  const imported = code.includes("from 'sparring'") ? code : `import { start } from 'sparring';\n${code}`;
  await writeFile(block, imported.replace("'sparring'", JSON.stringify(library)));
  return run(t, folder, [], { file: block });
}
