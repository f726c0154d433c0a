import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Fields } from '#http/syntax/fields.ts';
import type { ServerOptions } from '#server/server.ts';
import { serve } from '#test/support/servers/serve.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';

const CONTROL_TOKEN = 'control-token-of-the-test';
const COMMAND_TOKEN = 'command-token-of-the-test';

/** The columns of the table: a configuration, and the port that the caller uses. */
const COLUMNS: readonly (readonly [
  name: string,
  port: 'main' | 'control',
  options: Partial<ServerOptions>,
])[] = [
  ['default', 'main', {}],
  ['TLS', 'main', { tls: true }],
  ['--control-port', 'control', { controlPort: 0 }],
  ['--control-port, TLS', 'control', { controlPort: 0, tls: true }],
  [
    '--control-port, behind a proxy',
    'control',
    { controlPort: 0, baseUrl: 'https://sparring.example', allowedHosts: ['other.example'] },
  ],
  ['--control-port', 'main', { controlPort: 0 }],
  ['--control-token', 'main', { controlToken: CONTROL_TOKEN }],
  ['--control-token, TLS', 'main', { controlToken: CONTROL_TOKEN, tls: true }],
  ['--control-token, --control-port', 'control', { controlToken: CONTROL_TOKEN, controlPort: 0 }],
  ['--base-url', 'main', { baseUrl: 'https://sparring.example' }],
  ['--allowed-hosts', 'main', { allowedHosts: ['sparring.example'] }],
  ['--trusted-proxy', 'main', { trustedProxies: ['192.0.2.0/24'] }],
  ['--base-url of this machine', 'main', { baseUrl: 'http://localhost:8080', allowedHosts: ['a.localhost'] }],
];

interface Caller {
  readonly fields?: Fields;
  readonly version?: '1.0';
  /** The status in each column, by `STATUSES`. */
  readonly expected: string;
}

const bearer = (token: string): Fields => [['Authorization', `Bearer ${token}`]];

/** The statuses of the table. */
const STATUSES: Readonly<Record<string, number>> = { 2: 200, 3: 403, 4: 404, 1: 421 };

const LOCAL = '2222 2 4 333 333 2';
const CLOSED = '3333 3 4 333 333 3';
const OF_CONTROL_TOKEN = '3333 3 4 222 333 3';
const OF_COMMAND_TOKEN = '2222 2 4 222 222 2';

const FORWARDING = [
  'Forwarded',
  'Via',
  'X-Real-IP',
  'X-Forwarded-For',
  'x-forwarded-host',
  'X-Forwarded-Proto',
  'X-Forwarded-Port',
  'X-Forwarded',
  'X-Original-Forwarded-For',
  'X-Client-IP',
  'X-Cluster-Client-IP',
  'True-Client-IP',
  'CF-Connecting-IP',
  'Fastly-Client-IP',
  'X-Azure-ClientIP',
  'X-Envoy-External-Address',
  'CDN-Loop',
];

const CALLERS: Readonly<Record<string, Caller>> = {
  'a program on this machine': { expected: LOCAL },
  'a program on this machine, as localhost': { fields: [['Host', 'localhost']], expected: LOCAL },
  'a program on this machine, as [::1]': { fields: [['Host', '[::1]:80']], expected: LOCAL },
  'a browser on this machine': { fields: [['Sec-Fetch-Site', 'none']], expected: LOCAL },
  'HTTP/1.0': { version: '1.0', expected: CLOSED },
  'HTTP/1.0 with the control token': {
    version: '1.0',
    fields: bearer(CONTROL_TOKEN),
    expected: OF_CONTROL_TOKEN,
  },
  ...Object.fromEntries(
    FORWARDING.map((name) => [
      `a proxy with ${name}`,
      { fields: [[name, '127.0.0.1']], expected: CLOSED } satisfies Caller,
    ]),
  ),
  'a proxy with the control token of its client': {
    fields: [['X-Forwarded-For', '192.0.2.1'], ...bearer(CONTROL_TOKEN)],
    expected: OF_CONTROL_TOKEN,
  },
  'a proxy with the command token of its client': {
    fields: [['X-Forwarded-For', '192.0.2.1'], ...bearer(COMMAND_TOKEN)],
    expected: OF_COMMAND_TOKEN,
  },
  'another host, as after DNS rebinding': {
    fields: [['Host', 'attacker.example']],
    expected: '1111 1 4 111 111 1',
  },
  'the host of the settings': {
    fields: [['Host', 'sparring.example']],
    expected: '1111 3 4 111 331 1',
  },
  'a name below localhost': { fields: [['Host', 'attacker.localhost']], expected: CLOSED },
  'another host with the control token': {
    fields: [['Host', 'attacker.example'], ...bearer(CONTROL_TOKEN)],
    expected: OF_CONTROL_TOKEN,
  },
  'a page of another origin': { fields: [['Origin', 'https://attacker.example']], expected: CLOSED },
  'a page of another origin with the control token': {
    fields: [['Origin', 'https://attacker.example'], ...bearer(CONTROL_TOKEN)],
    expected: CLOSED,
  },
  'a page of another origin with the command token': {
    fields: [['Sec-Fetch-Site', 'same-site'], ...bearer(COMMAND_TOKEN)],
    expected: CLOSED,
  },
  'a page of the same origin': { fields: [['Sec-Fetch-Site', 'same-origin']], expected: CLOSED },
  'a page of the same origin with the control token': {
    fields: [['Sec-Fetch-Site', 'same-origin'], ...bearer(CONTROL_TOKEN)],
    expected: OF_CONTROL_TOKEN,
  },
  'the control token': { fields: bearer(CONTROL_TOKEN), expected: OF_CONTROL_TOKEN },
  'the command token': { fields: bearer(COMMAND_TOKEN), expected: OF_COMMAND_TOKEN },
  'another token': { fields: bearer(`${CONTROL_TOKEN}x`), expected: CLOSED },
  'an empty token': { fields: bearer(''), expected: CLOSED },
};

test('access to the control API, by caller, port and configuration', async (t) => {
  const wrong: string[] = [];
  let count = 0;
  for (const [index, [name, port, options]] of COLUMNS.entries()) {
    const server = await serve(t, { ...options, commandToken: COMMAND_TOKEN });
    const ca = server.caPath === undefined ? undefined : readFileSync(server.caPath, 'utf8');
    const number = port === 'main' ? server.port : server.controlPort;
    assert.equal(server.port === server.controlPort, options.controlPort === undefined);
    for (const [caller, { fields = [], version = '1.1', expected }] of Object.entries(CALLERS)) {
      const statuses = expected.replaceAll(' ', '');
      assert.equal(statuses.length, COLUMNS.length, caller);
      const hasHost = fields.some(([field]) => field === 'Host');
      const head = [
        ...(hasHost ? [] : [['Host', `127.0.0.1:${number}`]]),
        ...fields,
        ['Connection', 'close'],
      ];
      const lines = head.map(([field, value]) => `${field}: ${value}\r\n`).join('');
      const bytes = `GET /_sparring/clock HTTP/${version}\r\n${lines}\r\n`;
      const [response] = await exchangeBytes(number, bytes, ['GET'], ca);
      const wanted = STATUSES[statuses[index] ?? ''];
      if (response?.status !== wanted)
        wrong.push(`${caller}, ${name}, ${port} port: ${response?.status}, not ${wanted}`);
      if (response?.status === 200 || response?.status === 403)
        assert.ok(
          response.fields.some(([field, value]) => field === 'Vary' && value === 'Origin'),
          caller,
        );
      count++;
    }
  }
  assert.deepEqual(wrong, []);
  assert.equal(count, COLUMNS.length * Object.keys(CALLERS).length);
});
