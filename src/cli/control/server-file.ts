import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { dataFolder } from '#config/data-folder.ts';
import type { Variables } from '#config/resolve.ts';
import { UsageError } from '#config/usage-error.ts';
import { isLocalhostName, isLoopbackAddress } from '#http/syntax/address.ts';
import { withoutBrackets } from '#http/syntax/authority.ts';
import { writeProcessFile } from '../serve/process-file.ts';
import type { ServerAddress } from '../serve/serving.ts';

/** What the commands of the user who started a server know about it. */
export interface KnownServer {
  /** Origin of the control API. */
  readonly controlUrl: string;
  readonly commandToken: string;
}

/**
 * Publishes a server to the commands of the same user: a file for each port, which only the user can read, in the data
 * folder. The files are removed when the process ends.
 */
export async function writeServerFiles(
  { controlUrl, port, controlPort }: ServerAddress,
  commandToken: string,
  variables: Variables,
): Promise<void> {
  const folder = folderOf(variables);
  const text = `${JSON.stringify({ pid: process.pid, controlUrl, commandToken })}\n`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  for (const number of new Set([port, controlPort])) {
    await writeProcessFile(path.join(folder, `${number}.json`), text, 0o600);
  }
}

/** The running server of this user at a port of this machine; undefined if there is none. */
export async function findServerFile(base: string, variables: Variables): Promise<KnownServer | undefined> {
  if (!isOfThisMachine(base)) return undefined;
  try {
    const file = path.join(folderOf(variables), `${portOf(base)}.json`);
    const found: unknown = JSON.parse(await readFile(file, 'utf8'));
    const { pid, controlUrl, commandToken }: Record<string, unknown> = Object(found);
    if (typeof controlUrl !== 'string' || typeof commandToken !== 'string' || !isRunning(pid))
      return undefined;
    return { controlUrl, commandToken };
  } catch {
    return undefined;
  }
}

/** Whether the host of a URL always means this machine. */
function isOfThisMachine(url: string): boolean {
  const host = withoutBrackets(new URL(url).hostname);
  return isLocalhostName(host) || isLoopbackAddress(host);
}

/** The origin of the control API of a server that was found. */
export function chooseControlUrl(base: string, known: KnownServer | undefined): string {
  return known && portOf(known.controlUrl) !== portOf(base) ? known.controlUrl : base;
}

/** The port of a URL, also if it is the default of the scheme. */
function portOf(text: string): string {
  const { port, protocol } = new URL(text);
  return port || (protocol === 'https:' ? '443' : '80');
}

/** Another server at the port of one that was killed must not get its token. */
function isRunning(pid: unknown): boolean {
  if (typeof pid !== 'number') return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function folderOf(variables: Variables): string {
  const machine = { platform: process.platform, home: homedir(), variables };
  return path.join(dataFolder(machine), 'servers');
}

/**
 * The only running server that this user has started; with several, the one at the default port. Undefined if there is none.
 * @throws UsageError with several servers at other ports
 */
export function findRunningServer(variables: Variables): string | undefined {
  const folder = folderOf(variables);
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  const urls = new Set(files.flatMap((name) => readRunning(path.join(folder, name))));
  if (urls.size <= 1) return [...urls][0];
  const usual = [...urls].find((url) => portOf(url) === '8080');
  if (usual !== undefined) return usual;
  throw new UsageError(`Several servers are running; add --url with one of ${[...urls].join(', ')}.`);
}

function readRunning(file: string): string[] {
  try {
    const { pid, controlUrl }: Record<string, unknown> = Object(JSON.parse(readFileSync(file, 'utf8')));
    return typeof controlUrl === 'string' && isRunning(pid) ? [controlUrl] : [];
  } catch {
    // The server is ending, and has removed its file.
    return [];
  }
}
