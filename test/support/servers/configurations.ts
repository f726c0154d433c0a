import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { RuleInput, RuleService } from '#rules/rule.ts';
import type { ServerOptions } from '#server/server.ts';
import { openConnection } from '../wire/transcript.ts';
import type { ConfiguredServer } from './configured-server.ts';

/** One way to run the whole server. A rule about the wire holds in every one. */
export interface Configuration {
  readonly name: string;
  readonly options: Partial<ServerOptions>;
  /** Number of processes; without it, the server runs in the process of the test. */
  readonly workers?: number;
  /** Whether every response waits for a timer. Node does not send it to a client that half-closes first (decision 13). */
  readonly delaysResponses?: boolean;
  /** Whether the server accepts HTTP/2, with the same port. The start of a server proves it. */
  readonly http2?: true;
  /** Opens an HTTP/1.1 connection. */
  connect(port: number, ca: string | undefined): Promise<Socket>;
  /** Asserts that the configuration is in effect. */
  proof(server: ConfiguredServer): Promise<void>;
}

const SERVICES: readonly { readonly service: RuleService; readonly path: string }[] = [
  { service: 'testing', path: '/get' },
  { service: 'api', path: '/api/v3/meta' },
  { service: 'accounts', path: '/login' },
];

const forEveryService = (rule: (service: RuleService) => RuleInput) => ({
  initialRules: SERVICES.map(({ service }) => rule(service)),
});

export const CONFIGURATIONS = [
  {
    name: 'with the journal',
    options: {},
    connect: openConnection,
    async proof(server) {
      await server.send({ path: '/get?proof' });
      assert.match((await server.send({ path: '/_sparring/requests' })).text(), /\/get\?proof/);
    },
  },
  {
    name: 'without the journal',
    options: { journal: 0 },
    connect: openConnection,
    async proof(server) {
      assert.equal((await server.send({ path: '/_sparring/requests' })).status, 409);
    },
  },
  {
    name: 'with fault rules that do not match',
    options: forEveryService((service) => ({
      match: { service, method: 'UNLINK' },
      error: { status: 503 },
      count: 0,
    })),
    connect: openConnection,
    async proof(server) {
      for (const { path } of SERVICES) {
        assert.equal((await server.send({ path })).status, 200, path);
        assert.equal((await server.send({ path, method: 'UNLINK' })).status, 503, path);
      }
    },
  },
  {
    name: 'with a fault rule for every response',
    options: forEveryService((service) => ({ match: { service }, delay: '0.001', count: 0 })),
    delaysResponses: true,
    connect: openConnection,
    async proof(server) {
      const applied = () => server.local.rules.list().map((rule) => rule.applied);
      assert.deepEqual(applied(), [0, 0, 0]);
      for (const { path } of SERVICES) assert.equal((await server.send({ path })).status, 200, path);
      assert.deepEqual(applied(), [1, 1, 1]);
    },
  },
  {
    name: 'over TLS',
    options: { tls: true },
    http2: true,
    connect: openConnection,
    async proof(server) {
      const socket = await server.connect();
      assert.ok(socket instanceof TLSSocket && socket.authorized);
      assert.equal(socket.alpnProtocol, 'http/1.1');
      socket.destroy();
    },
  },
  {
    name: 'with h2c',
    options: { h2c: true },
    http2: true,
    connect: openConnection,
    async proof(server) {
      assert.equal((await server.send({ path: '/get' })).status, 200);
    },
  },
  {
    name: 'with a port for the API and the pages',
    options: { accountsPort: 0 },
    connect: openConnection,
    async proof({ port, accountsPort, send }) {
      assert.notEqual(port, accountsPort);
      for (const { path } of SERVICES) assert.equal((await send({ path })).status, 200, path);
    },
  },
  {
    name: 'with two workers',
    options: {},
    workers: 2,
    connect: openConnection,
    async proof(server) {
      const metrics = (await server.send({ path: '/_sparring/metrics' })).text();
      assert.deepEqual([...new Set(metrics.match(/worker="\d+"/g))].sort(), ['worker="1"', 'worker="2"']);
    },
  },
] as const satisfies readonly Configuration[];

export type ConfigurationName = (typeof CONFIGURATIONS)[number]['name'];
