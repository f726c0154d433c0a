import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import type { SnippetFormat } from '#journal/export/snippets/snippet.ts';
import type { JournalEntry, RecordedExchange, RecordedRequest } from '#journal/recording/record.ts';
import { entriesWhen } from './support/journal.ts';
import { PYTHON } from './support/programs/installed.ts';
import { type RunnerName, startSnippetRunner } from './support/programs/snippet-runner.ts';
import {
  essence,
  type OriginalRequest,
  type RecordingServer,
  serveRecording,
} from './support/recorded-request.ts';
import { exchangeBytes, type WireResponse } from './support/wire/wire.ts';

const replay = (server: RecordingServer, id: number): Promise<WireResponse> =>
  server.call({ method: 'POST', path: `/_sparring/requests/${id}/replay` });

/** A request to the control API in the place of content. */
const COMMAND = [
  'PUT /_sparring/clock HTTP/1.1',
  'Host: localhost',
  'Content-Type: application/json',
  'Content-Length: 33',
  '',
  '{"freeze":"2001-01-01T00:00:00Z"}',
].join('\r\n');

const LARGE = 'large body '.repeat(1450);

/** Bodies that look like a request, in all protocols and framings. */
const PLANTED: readonly OriginalRequest[] = [
  ...['1.0', '1.1'].map((version) => ({
    name: `HTTP/${version} with Content-Length`,
    message: `POST /anything HTTP/${version}\r\nHost: a\r\nContent-Length: ${COMMAND.length}\r\n\r\n${COMMAND}`,
  })),
  {
    name: 'HTTP/1.1 with chunks',
    message: `POST /anything HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${COMMAND.length.toString(16)}\r\n${COMMAND}\r\n0\r\n\r\n`,
  },
  ...['POST', 'GET', 'DELETE', 'OPTIONS'].map((method) => ({
    name: `HTTP/2 ${method} without content-length`,
    stream: { method, path: '/bin/w/anything', body: COMMAND },
  })),
  {
    name: 'HTTP/2 with content-length',
    stream: {
      method: 'POST',
      path: '/anything',
      fields: { 'content-length': String(COMMAND.length) },
      body: COMMAND,
    },
  },
  {
    name: 'HTTP/2 with trailers',
    stream: { method: 'POST', path: '/anything', body: COMMAND, trailers: { 'x-last': '1' } },
  },
];

const FIELDS = 'hOST: elsewhere.example:81\r\nX-a: 1\r\nx-A: \r\nX-A: caf\xe9\r\nX-a: 1\r\n';

const REQUESTS: readonly OriginalRequest[] = [
  ...['GET', 'HEAD', 'DELETE', 'OPTIONS', 'PATCH', 'M-SEARCH'].map((method) => ({
    name: `${method} without content`,
    message: `${method} /anything/a%2fb?a&&b=%C3&c=it's HTTP/1.1\r\n${FIELDS}\r\n`,
  })),
  ...['//double/../dots/./a', '/"quotes"<>{}|^`[]\\', 'http://example.com/get?a', '/get?%zz%'].map(
    (target) => ({
      name: `the target ${target}`,
      message: `GET ${target} HTTP/1.1\r\nHost: example.com\r\n\r\n`,
    }),
  ),
  { name: 'the asterisk form', message: 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n' },
  { name: 'an empty body', message: `POST /post HTTP/1.1\r\n${FIELDS}Content-Length: 0\r\n\r\n` },
  { name: 'no body', message: `POST /post HTTP/1.1\r\n${FIELDS}\r\n` },
  { name: 'bytes', message: `PUT /put HTTP/1.1\r\n${FIELDS}Content-Length: 4\r\n\r\n\xff\0\r\n` },
  { name: 'a body with GET', message: `GET /anything HTTP/1.1\r\n${FIELDS}Content-Length: 1\r\n\r\nx` },
  { name: 'leading zeros', message: `POST /post HTTP/1.1\r\n${FIELDS}Content-Length: 0003\r\n\r\nabc` },
  {
    name: 'a large body',
    message: `POST /post HTTP/1.1\r\nHost: a\r\nContent-Length: ${LARGE.length}\r\n\r\n${LARGE}`,
  },
  {
    name: 'chunks',
    message: `POST /post HTTP/1.1\r\n${FIELDS}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=1\r\nde\r\n0\r\n\r\n`,
  },
  {
    name: 'no chunks',
    message: `POST /post HTTP/1.1\r\n${FIELDS}transfer-encoding: Chunked\r\n\r\n0\r\n\r\n`,
  },
  {
    name: 'trailers',
    message: `POST /post HTTP/1.1\r\n${FIELDS}Transfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n1\r\na\r\n0\r\nX-T: 1\r\nx-T: \xe9\r\n\r\n`,
  },
  {
    name: 'an expectation',
    message: `POST /post HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\nx`,
  },
  { name: 'HTTP/1.0', message: `POST /post HTTP/1.0\r\nX-A: 1\r\nContent-Length: 3\r\n\r\nabc` },
  {
    name: 'HTTP/2 without content',
    stream: { path: '/anything?a=%20', fields: { 'x-a': ['1', '2'], cookie: 'a=1' } },
  },
  { name: 'HTTP/2 with an empty body', stream: { method: 'POST', path: '/post', body: '' } },
  { name: 'HTTP/2 with JSON', stream: { method: 'POST', path: '/post', body: '{"a":1}' } },
  { name: 'HTTP/2 with a large body', stream: { method: 'POST', path: '/post', body: LARGE } },
  ...PLANTED,
];

/** What a program changes in the fields of a request, besides their order and case. */
interface FieldChanges {
  readonly added: readonly string[];
  readonly joinsRepeated: boolean;
}

const NO_CHANGES: FieldChanges = { added: [], joinsRepeated: false };

/** The snippets that are run, with what their programs change, and the requests that they send in full. */
const SNIPPETS: readonly {
  readonly format: SnippetFormat;
  readonly runner: { readonly name: RunnerName; readonly program: string; readonly check: readonly string[] };
  readonly changes: FieldChanges;
  isSent(original: OriginalRequest): boolean;
}[] = [
  {
    format: 'curl',
    runner: { name: 'shell', program: 'curl', check: ['curl', '--version'] },
    changes: NO_CHANGES,
    isSent: hasNoTrailers,
  },
  {
    format: 'node',
    runner: { name: 'node', program: 'node', check: [process.execPath, '--version'] },
    changes: NO_CHANGES,
    // Node sends HTTP/1.1, which requires Host.
    isSent: (original) => original.name !== 'HTTP/1.0' && hasNoTrailers(original),
  },
  {
    format: 'python',
    runner: {
      name: 'python',
      program: 'requests for Python',
      check: [PYTHON, '-c', 'import requests'],
    },
    changes: { added: ['connection', 'accept', 'accept-encoding', 'user-agent'], joinsRepeated: true },
    isSent: (original) => original.stream !== undefined && hasNoTrailers(original),
  },
];

function hasNoTrailers({ message = '', stream }: OriginalRequest): boolean {
  return stream ? stream.trailers === undefined : !message.includes('Trailer:');
}

function isInstalled({
  check: [command = '', ...parameters],
}: {
  readonly check: readonly string[];
}): boolean {
  return spawnSync(command, parameters).status === 0;
}

/** The variables by which the programs trust a certificate. */
function trusted(path: string | undefined): Record<string, string> {
  if (path === undefined) return {};
  return { CURL_CA_BUNDLE: path, NODE_EXTRA_CA_CERTS: path, REQUESTS_CA_BUNDLE: path };
}

describe('the replay of a request', () => {
  for (const tls of [false, true]) {
    const transport = tls ? 'over TLS' : 'without TLS';

    it(`sends what was recorded and nothing else ${transport}`, async (t) => {
      const server = await serveRecording(t, { tls });
      for (const original of REQUESTS) {
        const recorded = await server.record(original);
        const response = await replay(server, recorded.id);
        assert.equal(response.status, 200, `${original.name}: ${response.text()}`);
        const again = await checkRepetition(server, recorded, original.name);
        assert.equal(again.replayOf, recorded.id, original.name);
      }
    });

    it(`is also the message of as/http ${transport}`, async (t) => {
      const server = await serveRecording(t, { tls });
      for (const original of REQUESTS) {
        const recorded = await server.record(original);
        const path = `/_sparring/requests/${recorded.id}/as/http?secrets=show`;
        const message = (await server.call({ path })).body;
        if (original.message !== undefined && !original.message.includes(';x=1'))
          assert.equal(message.toString('latin1'), original.message, original.name);
        await exchangeBytes(server.port, message, [recorded.request.method], server.ca);
        await checkRepetition(server, recorded, original.name);
      }
    });

    for (const { format, runner, changes, isSent } of SNIPPETS) {
      const missing = isInstalled(runner) ? false : `${runner.program} is not installed`;
      it(`is also the request of as/${format} ${transport}`, { skip: missing }, async (t) => {
        const server = await serveRecording(t, { tls });
        const run = startSnippetRunner(t, runner.name, trusted(server.caPath));
        // Snippets of requests of HTTP/1 without TLS are those of src/journal/export/snippets/snippet.test.ts.
        const originals = REQUESTS.filter(({ stream }) => stream !== undefined || tls).filter(isSent);
        assert.ok(originals.length > 5);
        for (const original of originals) {
          const recorded = await server.record(original);
          const path = `/_sparring/requests/${recorded.id}/as/${format}?secrets=show`;
          await run((await server.call({ path })).text());
          await checkRepetition(server, recorded, original.name, changes);
        }
      });
    }
  }

  it('is rejected with a sentence when the journal does not have the whole request', async (t) => {
    const server = await serveRecording(t, {
      journalBodySize: 4,
      journalAuthorizations: true,
    });
    const rejected = async ({ id }: { readonly id: number }, detail: string) => {
      const lastId = server.journal?.lastId;
      const response = await replay(server, id);
      assert.equal(response.status, 422, response.text());
      assert.equal(JSON.parse(response.text()).detail, detail);
      assert.equal(server.journal?.lastId, lastId, 'nothing is sent');
    };
    const INCOMPLETE = 'The journal does not have the complete request.';
    const cut = 'POST /post HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n';
    const truncated = await server.record({ name: 'truncated', message: `${cut}12345` });
    await rejected(truncated, 'The journal has only 4 of 5 bytes of the body.');
    const truncatedStream = { method: 'POST', path: '/post', body: '12345' };
    const stream = await server.record({ name: 'truncated', stream: truncatedStream });
    await rejected(stream, 'The journal has only 4 of 5 bytes of the body.');
    /** The latest entry, when it has the id and the condition holds. */
    const latest = async (id: number, condition: (entry: JournalEntry) => boolean = () => true) => {
      const isLatest = (entry: JournalEntry | undefined) => entry?.id === id && condition(entry);
      const entry = (await entriesWhen(server, (all) => isLatest(all.at(-1)))).at(-1);
      assert.ok(entry);
      return entry;
    };
    await server.call({ path: '/api/v3' });
    await rejected(await latest(stream.id + 1), INCOMPLETE);

    const client = connect(server.port, '127.0.0.1', () => client.write(`${cut}12`));
    const unfinished = await latest(stream.id + 2);
    await rejected(unfinished, INCOMPLETE);
    client.resetAndDestroy();
    await rejected(
      await latest(unfinished.id, (entry) => 'ended' in entry && entry.ended !== null),
      INCOMPLETE,
    );

    const webSocket = new WebSocket(`ws://127.0.0.1:${server.port}/websocket/echo`);
    webSocket.onopen = () => webSocket.close();
    await new Promise((resolve) => webSocket.addEventListener('close', resolve));
    await rejected(await latest(unfinished.id + 1), 'A WebSocket cannot be repeated.');
    assert.equal((await replay(server, 99)).status, 404);
    await exchangeBytes(server.port, 'NOT A REQUEST\r\n\r\n');
    const [failure] = (await entriesWhen(server, (all) => all.at(-1)?.kind === 'parser-error')).slice(-1);
    assert.equal((await replay(server, failure?.id ?? 0)).status, 404);
  });

  it('is rejected when the fields do not describe the body', async (t) => {
    const server = await serveRecording(t, { journalRedact: ['content-length', 'transfer-encoding'] });
    for (const original of PLANTED) {
      const recorded = await server.record(original);
      const response = await replay(server, recorded.id);
      const declares = /content-length|transfer-encoding/i.test(JSON.stringify(recorded.request.headers));
      assert.equal(response.status, declares ? 422 : 200, original.name);
      if (declares) {
        assert.match(
          response.text(),
          /Content-Length is \*\*\*, but the body has|Transfer-Encoding is \*\*\*/,
        );
        const path = `/_sparring/requests/${recorded.id}/as/http?secrets=show`;
        await exchangeBytes(server.port, (await server.call({ path })).body, [recorded.request.method]);
      }
      await checkRepetition(server, recorded, original.name);
    }
  });

  it('is rejected when HTTP/1 cannot have the request', async (t) => {
    const server = await serveRecording(t);
    const recorded = await server.record({
      name: 'method',
      stream: { method: 'A'.repeat(1025), path: '/get' },
    });
    const response = await replay(server, recorded.id);
    assert.equal(response.status, 422, response.text());
    assert.match(
      JSON.parse(response.text()).detail,
      /^HTTP\/1 cannot send the request: Method over 1024 bytes/,
    );
  });

  it('is one message also when masked credentials are longer than the body', async (t) => {
    const server = await serveRecording(t);
    const body = 'password=123456&'.repeat(100);
    const message = `POST /post HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const { id } = await server.record({ name: 'masked', message });
    const path = `/_sparring/requests/${id}/as/`;
    await exchangeBytes(server.port, (await server.call({ path: `${path}http` })).body, ['POST']);
    const { request } = await server.exchangeAfter(id);
    assert.ok(request.body.length > body.length);
    const node = (await server.call({ path: `${path}node` })).text();
    assert.match(node, new RegExp(`\\["Content-Length", "${request.body.length}"\\]`));
    assert.deepEqual(server.journal?.entries().length, 2);
  });

  it('is expected only until it ends', async (t) => {
    const server = await serveRecording(t);
    const { port, journal } = server;
    assert.ok(journal);
    const client = connect(port, '127.0.0.1');
    await once(client, 'connect');
    const { expectedReplays } = journal;
    const end = await expectedReplays.expect(`127.0.0.1:${client.localPort}`, 7, () => {});
    end();
    client.end('GET /get HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n').resume();
    assert.equal((await server.exchangeAfter(0)).replayOf, null);

    const expectReplay = expectedReplays.expect.bind(expectedReplays);
    let expected = 0;
    t.mock.method(expectedReplays, 'expect', async (...expectation: Parameters<typeof expectReplay>) => {
      const forget = await expectReplay(...expectation);
      expected++;
      return () => {
        expected--;
        forget();
      };
    });
    const { id } = await server.record({
      name: 'unknown',
      stream: { method: 'A'.repeat(1025), path: '/get' },
    });
    assert.equal((await replay(server, id)).status, 422);
    assert.equal(expected, 0);
  });
});

/**
 * Compares the next entry with the recorded one. No body may be executed, and no bytes may follow the message.
 * @param changes those of the program that sends the request; undefined for a message.
 */
async function checkRepetition(
  server: RecordingServer,
  recorded: RecordedExchange,
  name: string,
  changes?: FieldChanges,
): Promise<RecordedExchange> {
  const again = await server.exchangeAfter(recorded.id);
  const compared = (request: RecordedRequest) =>
    changes ? withChanges(essence(request), changes, recorded.request) : essence(request);
  assert.deepEqual(compared(again.request), compared(recorded.request), name);
  assert.equal(again.response?.status, recorded.response?.status, name);
  const later = server.journal?.entries().filter(({ id }) => id > recorded.id);
  assert.deepEqual(
    later?.map(({ id }) => id),
    [again.id],
    name,
  );
  const clock = await server.call({ path: '/_sparring/clock' });
  assert.match(clock.text(), /"mode":\s*"running"/, name);
  return again;
}

/** The request by the name of its fields, without those that the program adds to the original. */
function withChanges(
  { headers, ...others }: ReturnType<typeof essence>,
  { added, joinsRepeated }: FieldChanges,
  original: RecordedRequest,
) {
  const originalNames = new Set(original.headers.map(([name]) => name.toLowerCase()));
  const byName = Map.groupBy(headers, ([name]) => name.toLowerCase());
  const fields = [...byName]
    .filter(([name]) => originalNames.has(name) || !added.includes(name))
    .map(([name, pairs]) => [name, pairs.map(([, value]) => value)] as const)
    .map(([name, values]) => [name, joinsRepeated ? values.join(', ') : values] as const);
  return { ...others, fields: Object.fromEntries(fields) };
}
