import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type ClientHttp2Session, connect } from 'node:http2';
import type { Socket } from 'node:net';
import path from 'node:path';
import {
  exampleAdministrator,
  exampleApplication,
  exampleToken,
  exampleUser,
} from '#accounts/domain/example-accounts.ts';
import { settingRows, toVariable } from '#config/settings/settings.ts';
import { applySeed, parseSeed } from '#control/seed/seed.ts';
import { createRuntime } from '#runtime.ts';
import { type RunningServer, type ServerOptions, startServer } from '#server/server.ts';
import { type Cleanup, command, temporaryFolder } from '../commands/command.ts';
import { type Http2Response, requestHttp2 } from '../wire/http2.ts';
import { type Steps, type Transcript, transcriptOf } from '../wire/transcript.ts';
import { request, type WireRequest, type WireResponse } from '../wire/wire.ts';
import type { Configuration } from './configurations.ts';

/** The whole server in one configuration, with the accounts of the examples. */
export interface ConfiguredServer {
  readonly configuration: Configuration;
  readonly port: number;
  /** The port of the API and the pages. */
  readonly accountsPort: number;
  /** The certificate authority to trust; undefined without TLS. */
  readonly ca: string | undefined;
  /** @throws if the server consists of other processes */
  readonly local: RunningServer;
  /** Sends a request to the port of its path, over its own connection. */
  send(wanted: WireRequest): Promise<WireResponse>;
  /** As `send`, over HTTP/2. */
  sendHttp2(wanted: WireRequest): Promise<Http2Response>;
  /** Opens an HTTP/2 connection to the port of the testing service. The server closes after it. */
  connectHttp2(): ClientHttp2Session;
  /** Opens an HTTP/1.1 connection to the port of the path. The server closes after it. */
  connect(path?: string): Promise<Socket>;
  /** As `transcript`, over a connection to the port of the path. */
  transcript(
    steps: Steps,
    options?: { readonly path?: string; readonly patience?: number },
  ): Promise<Transcript>;
  close(): Promise<void>;
}

/**
 * Starts a server in the configuration, and proves that the configuration is in effect.
 * @param options in addition to those of the configuration
 */
export async function startConfigured(
  configuration: Configuration,
  options: Partial<ServerOptions> = {},
): Promise<ConfiguredServer> {
  const cleanup = new CleanupList();
  try {
    const all = {
      port: 0,
      database: 'memory',
      passwordCost: 'test',
      ...options,
      ...configuration.options,
    } as const;
    const started =
      configuration.workers === undefined
        ? await startHere(cleanup, all)
        : await startWorkers(cleanup, configuration.workers, all);
    const server = createConfiguredServer(configuration, started, cleanup);
    await configuration.proof(server);
    if (configuration.http2) assert.equal((await server.sendHttp2({ path: '/get' })).status, 200);
    else await assert.rejects(server.sendHttp2({ path: '/get' }), /ERR_HTTP2_|ECONNRESET/);
    return server;
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

type Started = Pick<ConfiguredServer, 'port' | 'accountsPort' | 'ca' | 'local'>;

function createConfiguredServer(
  configuration: Configuration,
  started: Started,
  cleanup: CleanupList,
): ConfiguredServer {
  const opened: { destroy(): void }[] = [];
  const { ca } = started;
  const urlOf = (path: string) => `${ca === undefined ? 'http' : 'https'}://127.0.0.1:${portOf(path)}`;
  const trusted = ca === undefined ? {} : { ca };
  const portOf = (path: string) => (ACCOUNTS.test(path) ? started.accountsPort : started.port);
  const connectTo = async (path = '/') => {
    const socket = await configuration.connect(portOf(path), ca);
    opened.push(socket);
    return socket;
  };
  return {
    configuration,
    port: started.port,
    accountsPort: started.accountsPort,
    ca: started.ca,
    get local() {
      return started.local;
    },
    send: (wanted) => request(portOf(wanted.path), withUserAgent(wanted), started.ca),
    sendHttp2: (wanted) => requestHttp2(urlOf(wanted.path), withUserAgent(wanted), trusted),
    connectHttp2() {
      // Without this, the client itself rejects a head of 64 KiB.
      const session = connect(urlOf('/'), { ...trusted, maxSendHeaderBlockLength: 2 ** 24 });
      session.on('error', () => {});
      opened.push(session);
      return session;
    },
    connect: connectTo,
    transcript: async (steps, { path, patience } = {}) =>
      transcriptOf(await connectTo(path), steps, patience),
    async close() {
      for (const connection of opened) connection.destroy();
      await cleanup.run();
    },
  };
}

/** The API requires it. */
function withUserAgent(wanted: WireRequest): WireRequest {
  const { fields = [] } = wanted;
  if (fields.some(([name]) => name.toLowerCase() === 'user-agent')) return wanted;
  return { ...wanted, fields: [...fields, ['User-Agent', 'test']] };
}

/** The paths of the API and the pages. */
const ACCOUNTS = /^\/(?:api|login|logout|sessions|settings|orgs)\b/;

async function startHere(cleanup: Cleanup, options: Partial<ServerOptions>): Promise<Started> {
  const runtime = createRuntime();
  const errors: unknown[] = [];
  const log = { info() {}, warn() {}, error: (...logged: unknown[]) => void errors.push(logged) };
  const server = await startServer({ ...options, runtime, log }, (store) =>
    applySeed({ store, runtime, passwordCost: 'test' }, parseSeed(SEED)),
  );
  cleanup.after(async () => {
    await server.close();
    if (errors.length > 0) throw new Error('The server logged an error', { cause: errors });
  });
  const { port, accountsPort, caPath } = server;
  return { port, accountsPort, ca: caPath && readFileSync(caPath, 'utf8'), local: server };
}

async function startWorkers(
  cleanup: Cleanup,
  count: number,
  options: Partial<ServerOptions>,
): Promise<Started> {
  const home = await temporaryFolder(cleanup);
  await writeFile(path.join(home, 'seed.json'), JSON.stringify(SEED));
  const run = command(cleanup, home, ['--workers', String(count), '--seed', 'seed.json'], {
    variables: toVariables(options),
  });
  const portOf = async (label: string) =>
    Number((await run.printed(new RegExp(`${label} +https?://127\\.0\\.0\\.1:(\\d+)`)))[1]);
  return {
    port: await portOf('Testing service'),
    accountsPort: await portOf('Authorizations'),
    ca: undefined,
    get local(): never {
      throw new Error('The server consists of other processes');
    },
  };
}

/** @throws if an option is not a setting, because another process cannot have it */
function toVariables(options: Partial<ServerOptions>): Record<string, string> {
  const rows = new Map<string, (typeof settingRows)[number]>(settingRows.map((row) => [row[0], row]));
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => {
      const row = rows.get(name);
      if (!row) throw new Error(`The command has no setting ${name}`);
      return [toVariable(row[0]), row[1].type.write(value)];
    }),
  );
}

/** Runs the actions in the order in which they were added, also those that are added meanwhile. */
class CleanupList implements Cleanup {
  readonly #actions: (() => unknown)[] = [];

  after(action: () => unknown): void {
    this.#actions.push(action);
  }

  async run(): Promise<void> {
    for (let action = this.#actions.shift(); action; action = this.#actions.shift()) await action();
  }
}

const SEED = {
  users: [exampleUser, { ...exampleAdministrator, site_admin: true }],
  applications: [
    {
      name: exampleApplication.name,
      url: exampleApplication.url,
      client_id: exampleApplication.clientId,
      client_secret: exampleApplication.clientSecret,
    },
  ],
  authorizations: [{ user: exampleUser.login, ...exampleToken }],
};
