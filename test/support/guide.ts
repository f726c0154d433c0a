import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { command, type Finish, launcher, run, temporaryFolder } from './command.ts';
import { output } from './installed.ts';

const root = path.join(import.meta.dirname, '../..');

/** The blocks of code in a language, in their order, of a page named by its path in the project. */
export function codeBlocks(page: string, language: string): string[] {
  const text = readFileSync(path.join(root, page), 'utf8');
  return [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].flatMap(([, name, code = '']) =>
    name === language ? [code] : [],
  );
}

/** What a reader saw who typed the blocks. */
export interface Walk {
  readonly told: string;
  /** The statuses of the answers whose head was shown. */
  readonly statuses: readonly number[];
}

/**
 * Starts the server as the first block says, with the file that it writes, and types the others in a shell; undefined
 * where there is no curl, and the test is then skipped.
 */
export async function walk(
  t: TestContext,
  begin: string,
  blocks: readonly string[],
): Promise<Walk | undefined> {
  if ((await output(t, 'curl', ['--version'])) === undefined) return undefined;
  const folder = await prepare(t, begin);
  const [, flags = ''] = /^(?:sparring|npm start --) (--.*)$/m.exec(begin) ?? [];
  const server = command(t, folder, [...flags.split(' '), '--port', '0', '--password-cost', 'test']);
  const [, host = ''] = await server.printed(/Authorizations +http:\/\/(\S+)\/api\/v3/);

  const script = [
    `cd "${folder}"; export HOME="${folder}" XDG_DATA_HOME="${folder}"`,
    `sparring() { "${process.execPath}" "${launcher}" "$@"; }`,
    ...blocks,
  ].join('\n');
  const typed = script.replaceAll(/(?:127\.0\.0\.1|localhost):8080/g, host);
  const told = String(await output(t, 'sh', ['-euc', typed])).replaceAll('\r', '');
  return {
    told,
    statuses: [...told.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status)),
  };
}

/** Runs a block of TypeScript beside the file that the first block writes, against the library as it stands here. */
export async function runBlock(t: TestContext, begin: string, code: string): Promise<Finish> {
  const folder = await prepare(t, begin);
  const file = path.join(folder, 'block.mts');
  const library = path.join(root, 'src/index.ts');
  const imported = code.includes("from 'sparring'") ? code : `import { start } from 'sparring';\n${code}`;
  await writeFile(file, imported.replace("'sparring'", JSON.stringify(library)));
  return run(t, folder, [], { file });
}

async function prepare(t: TestContext, begin: string): Promise<string> {
  const folder = await temporaryFolder(t);
  const [, file = '', content = ''] = /^cat > (\S+) <<'END'\n([\s\S]*?)^END\n/m.exec(begin) ?? [];
  await writeFile(path.join(folder, file), content);
  return folder;
}
