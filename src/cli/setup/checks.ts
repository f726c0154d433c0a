import { X509Certificate } from 'node:crypto';
import { accessSync, constants, existsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { createListenFailure } from '#config/listen-failure.ts';
import type { Config } from '#config/resolve.ts';
import type { Settings } from '#config/settings/settings.ts';
import { openTls } from '#config/tls.ts';
import { maskDatabase } from '#config/values/database.ts';
import { formatAuthority } from '#http/syntax/authority.ts';
import type { Runtime } from '#runtime.ts';
import { closeAll, listenOnAll } from '#wire/driver/connection-port.ts';
import { formatControlAccess } from '../control/control-access.ts';
import { parseDatabaseFile } from '../serve/database-file.ts';

export interface Check {
  readonly name: string;
  readonly isOk: boolean;
  /** What was found, and what to do if it is not as it should be. */
  readonly text: string;
}

/** What `sparring doctor` checks. Nothing is created or changed. */
export async function runChecks(
  { settings, origins }: Pick<Config, 'settings' | 'origins'>,
  runtime: Runtime,
): Promise<Check[]> {
  return [
    { name: 'Node', isOk: true, text: process.version },
    ...(await checkPorts(settings)),
    { name: 'Control API', isOk: true, text: formatControlAccess(settings) },
    checkDataFolder(settings, origins.database === 'default'),
    await checkDatabase(settings),
    checkClock(runtime),
    await checkCertificate(settings, runtime),
  ];
}

const FLAGS = {
  host: '--host',
  port: '--port',
  accountsPort: '--accounts-port',
  controlPort: '--control-port',
  tlsPort: '--tls-port',
};

function checkPorts({ host, port, accountsPort, controlPort, tlsPort }: Settings): Promise<Check[]> {
  const others = [
    ['Accounts port', '--accounts-port', accountsPort],
    ['Control port', '--control-port', controlPort],
    ['TLS port', '--tls-port', tlsPort],
  ] as const;
  return Promise.all([
    checkPort('Port', { host, port }, FLAGS),
    ...others.flatMap(([name, flag, number]) =>
      number === undefined ? [] : [checkPort(name, { host, port: number }, { ...FLAGS, port: flag })],
    ),
  ]);
}

async function checkPort(
  name: string,
  { host, port }: Pick<Settings, 'host' | 'port'>,
  names: typeof FLAGS,
): Promise<Check> {
  try {
    await closeAll(await listenOnAll(host, port, createServer));
  } catch (error) {
    const failure = createListenFailure(error, { host, port }, names);
    return {
      name,
      isOk: false,
      text: String(failure instanceof Error ? failure.message : failure).replace(/\.$/, ''),
    };
  }
  const free = host.map((each) => formatAuthority(each, port)).join(' and ');
  const text = port === 0 ? `the server selects a free port on ${host.join(' and ')}` : `${free} is free`;
  return { name, isOk: true, text };
}

/** @param isDefault whether the server creates the folder */
function checkDataFolder({ database }: Settings, isDefault: boolean): Check {
  const name = 'Data folder';
  const file = parseDatabaseFile(database);
  if (file === undefined) return { name, isOk: true, text: 'not used' };
  let folder = path.dirname(file);
  const configured = folder;
  if (!isDefault && !existsSync(folder))
    return { name, isOk: false, text: `${folder} does not exist; create it, or correct --database` };
  while (!existsSync(folder) && folder !== path.dirname(folder)) folder = path.dirname(folder);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return { name, isOk: true, text: folder === configured ? configured : `${configured} will be created` };
  } catch {
    return {
      name,
      isOk: false,
      text: `${folder} is not writable; choose another with --database sqlite:PATH`,
    };
  }
}

async function checkDatabase({ database }: Settings): Promise<Check> {
  const name = 'Database';
  const file = parseDatabaseFile(database);
  if (database === 'memory') return { name, isOk: true, text: 'in memory' };
  if (file !== undefined && !existsSync(file)) return { name, isOk: true, text: `${file} will be created` };
  try {
    if (file === undefined) await connectToPostgres(database);
    else await readSqlite(file);
    return { name, isOk: true, text: `${file ?? maskDatabase(database)} is readable` };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error);
    const hint =
      file === undefined ? 'check its URL and that it runs' : 'restore a backup, or choose another file';
    return {
      name,
      isOk: false,
      text: `${file ?? maskDatabase(database)} cannot be used (${reason}); ${hint}`,
    };
  }
}

/** Without the migrations of a start. */
async function readSqlite(file: string): Promise<void> {
  const { openDatabase } = await import('#database/sqlite/node-sqlite.ts');
  const db = openDatabase(file, { readOnly: true });
  try {
    const [row] = db.prepare('pragma quick_check(1)').all();
    const result = String(Object.values(row ?? {})[0]);
    if (result !== 'ok') throw new Error(result);
  } finally {
    db.close();
  }
}

async function connectToPostgres(url: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  // Without a listener, a connection that breaks would end the process; the query fails too.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query("select current_setting('transaction_read_only') as value");
    if (rows[0]?.value === 'on') throw new Error('it is read-only');
  } finally {
    await client.end();
  }
}

/** The year of this version; certificates and tokens of a machine with an earlier clock would not be valid. */
const FIRST_YEAR = 2026;

function checkClock(runtime: Runtime): Check {
  const now = new Date(runtime.machineNow());
  const isOk = now.getUTCFullYear() >= FIRST_YEAR && now.getUTCFullYear() < FIRST_YEAR + 50;
  return { name: 'Clock', isOk, text: `${now.toISOString()}${isOk ? '' : '; set the clock of the machine'}` };
}

async function checkCertificate(settings: Settings, runtime: Runtime): Promise<Check> {
  const name = 'Certificate';
  const { tls, tlsCert } = settings;
  if (tlsCert === undefined && settings.tlsKey === undefined)
    return { name, isOk: true, text: tls ? 'created at the start' : 'not used' };
  try {
    const opened = await openTls(settings, runtime);
    const certificate = new X509Certificate(opened?.identity.cert ?? '');
    const { createPrivateKey } = await import('node:crypto');
    if (!certificate.checkPrivateKey(createPrivateKey(opened?.identity.key ?? '')))
      throw new Error('the key belongs to another certificate');
    const isValid =
      certificate.validFromDate.getTime() <= runtime.machineNow() &&
      runtime.machineNow() <= certificate.validToDate.getTime();
    if (!isValid) throw new Error(`valid from ${certificate.validFrom} to ${certificate.validTo} only`);
    return { name, isOk: true, text: `valid until ${certificate.validToDate.toISOString()}` };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error);
    return { name, isOk: false, text: `${reason}; change --tls-cert or --tls-key` };
  }
}
