import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { writeCaBundle } from '#config/ca-bundle.ts';
import { buildProxyWarnings } from '#config/proxy-warnings.ts';
import type { Config } from '#config/resolve.ts';
import { UsageError } from '#config/usage-error.ts';
import { type Connection, toNumeric } from '#control/operations/server/connection.ts';
import { createStarter } from '#control/seed/starter.ts';
import { isLoopbackBind } from '#http/syntax/address.ts';
import { firstShutdownSignal } from '#ops/shutdown.ts';
import { PROTOCOL } from '#protocol.ts';
import { createRuntime } from '#runtime.ts';
import { version } from '#version.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { openServer } from './open-server.ts';
import { type ParentWatch, watchParent } from './parent-watch.ts';
import { writePortFile } from './port-file.ts';
import type { Serving } from './serving.ts';
import { buildTestConfig } from './test-settings.ts';

export interface ProgramOptions {
  readonly print?: 'json';
  readonly untilStdinCloses?: boolean;
}

/**
 * Serves for a program that has started this process: prints one line of JSON, and ends with the program.
 * @throws UsageError `stdin-closed` when standard input has ended before the server listens.
 */
export async function serveProgram(
  loaded: Config,
  { print, untilStdinCloses = false }: ProgramOptions,
  terminal: Terminal,
): Promise<void> {
  const parent = untilStdinCloses ? watchParent(createRuntime()) : NO_PARENT;
  try {
    await serveUntil(parent, loaded, print, terminal);
  } finally {
    parent.close();
  }
}

async function serveUntil(
  parent: ParentWatch,
  loaded: Config,
  print: ProgramOptions['print'],
  terminal: Terminal,
): Promise<void> {
  const config =
    print === 'json'
      ? buildTestConfig(loaded, {
          h2c: true,
          journal: 10_000,
          controlToken: Buffer.from(createRuntime().bytes(32)).toString('base64url'),
        })
      : loaded;
  const { settings, warnings } = config;
  const { serving, runtime, log } = await openServer(config, { isLossyLog: true });
  const { tlsFolder } = serving.address;
  // Also if the server does not close in time.
  if (tlsFolder !== undefined)
    process.once('exit', () => rmSync(tlsFolder, { recursive: true, force: true }));
  const signal = firstShutdownSignal({ runtime, variables: terminal.variables });
  let received: NodeJS.Signals | undefined;
  try {
    const { store, address } = serving;
    const starter = settings.starter ? await createStarter(store, runtime, settings.passwordCost) : undefined;
    await serving.begin(starter);
    if (settings.portFile !== undefined) await writePortFile(settings.portFile, address.port);
    const line = await formatConnectionLine(serving, config, [
      ...warnings,
      ...(await environmentWarnings(config, terminal)),
    ]);
    if (parent.hasEnded())
      throw new UsageError('Standard input has ended before the server listens; keep it open.', {
        kind: 'stdin-closed',
      });
    if (print === 'json') terminal.print(line);
    received = await Promise.race([signal, parent.ended.then(() => undefined)]);
    if (received) log.info(`Closing after ${received}`);
  } finally {
    if (received) await serving.close(received);
    else await closeAtOnce(serving);
  }
  process.exit();
}

/** A program that has ended reads no responses. */
async function closeAtOnce(serving: Serving): Promise<void> {
  await Promise.race([serving.close(undefined, 0).catch(() => {}), createRuntime().wait(CLOSING_LIMIT_MS)]);
}

const CLOSING_LIMIT_MS = 1000;

const NO_PARENT: ParentWatch = { ended: new Promise<void>(() => {}), hasEnded: () => false, close() {} };

async function environmentWarnings(
  { settings: { host } }: Config,
  { variables }: Terminal,
): Promise<string[]> {
  return (await isLoopbackBind(host)) ? buildProxyWarnings(host, variables) : [];
}

async function formatConnectionLine(
  { address }: Serving,
  { settings }: Config,
  warnings: readonly string[],
): Promise<string> {
  const { url, h2cUrl, tlsUrl, controlUrl, caPath, tlsFolder, hasScopePorts } = address;
  const numeric = (origin: string) => toNumeric(origin, settings.host);
  const connection: Connection = {
    sparring: version,
    protocol: PROTOCOL,
    pid: process.pid,
    url: numeric(url),
    h2cUrl: h2cUrl === undefined ? null : numeric(h2cUrl),
    tlsUrl: tlsUrl === undefined ? null : numeric(tlsUrl),
    control: `${numeric(controlUrl)}/_sparring`,
    token: settings.control ? (settings.controlToken ?? null) : null,
    ca:
      caPath === undefined || tlsFolder === undefined
        ? null
        : {
            path: caPath,
            bundlePath: await writeCaBundle(caPath, tlsFolder, process.env),
            pem: await readFile(caPath, 'utf8'),
          },
    scopePorts: settings.control && hasScopePorts,
    warnings: [...warnings],
  };
  return `${JSON.stringify(connection)}\n`;
}
