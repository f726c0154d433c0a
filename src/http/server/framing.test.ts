import assert from 'node:assert/strict';
import { describe, it as onToyServer } from 'node:test';
import { exampleUser } from '#accounts/domain/example-accounts.ts';
import { createRuntime } from '#runtime.ts';
import { untilInFlight } from '#test/support/in-flight.ts';
import type { ConfiguredServer } from '#test/support/servers/configured-server.ts';
import { inConfigurations } from '#test/support/servers/in-configurations.ts';
import { anything, endpoint, serveToy, streaming } from '#test/support/servers/toy.ts';
import { until } from '#test/support/until.ts';
import { type Steps, statuses, transcript } from '#test/support/wire/transcript.ts';

const { sleep } = createRuntime();

const HOST = 'Host: localhost\r\n';

const get = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\n${HOST}${fields}\r\n`;

const SLOW = get('/delay/0.15?slow');

/** The response ends with five asterisks, of which each but the first takes some time. */
const DRIP = get('/drip?numbytes=5&duration=0.25');

const brew = `BREW /anything HTTP/1.1\r\n${HOST}\r\n`;

const post = (length: number) => `POST /post HTTP/1.1\r\n${HOST}Content-Length: ${length}\r\n\r\n`;

const CREDENTIALS = `User-Agent: test\r\nAuthorization: Basic ${btoa(`${exampleUser.login}:${exampleUser.password}`)}\r\n`;

const LIST = get('/api/v3/authorizations', CREDENTIALS);

/** A request that creates a token with a note, which shows whether it was executed. */
function create(note: string): string {
  const body = JSON.stringify({ note, fingerprint: note });
  return `POST /api/v3/authorizations HTTP/1.1\r\n${HOST}${CREDENTIALS}Content-Length: ${body.length}\r\n\r\n${body}`;
}

async function countCreated(server: ConfiguredServer, note: string): Promise<number> {
  const fields = [['Authorization', /Basic \S+/.exec(CREDENTIALS)?.[0] ?? '']] as const;
  const list = await server.send({ path: '/api/v3/authorizations?per_page=100', fields });
  return list.text().split(`"note":"${note}"`).length - 1;
}

const api = { path: '/api/v3' };
/** The last request of a connection. */
const END = get('/get', 'Connection: close\r\n');

inConfigurations({}, (it) => {
  describe('any method', () => {
    it('is served where the endpoint has it, and gets the error of the service elsewhere', async (server) => {
      const response = await server.transcript([brew + brew.replace('/anything', '/get') + END]);
      assert.deepEqual([statuses(response), response.end], [[200, 405, 200], 'end']);
      assert.match(response.text, /"method": "BREW"/);
      const fields = `${HOST}User-Agent: t\r\nConnection: close\r\n`;
      const ofApi = await server.transcript([`BREW /api/v3/user HTTP/1.1\r\n${fields}\r\n`], api);
      assert.deepEqual([statuses(ofApi), ofApi.end], [[404], 'end']);
    });

    it('waits for the responses before it', async (server) => {
      for (const steps of [
        [get('/get') + SLOW, /"origin"/, brew + END],
        [SLOW + brew + END],
        [SLOW + get('/get') + brew + END],
      ]) {
        const response = await server.transcript(steps);
        assert.deepEqual(new Set(statuses(response)), new Set([200]));
        assert.ok(response.text.indexOf('?slow') < response.text.indexOf('BREW'));
      }
    });

    it('never includes bytes of a body', async (server) => {
      for (const steps of [
        [get('/get') + post(3), /"origin"/, `abc${brew}${END}`],
        [get('/get') + post(2), /"origin"/, `POST /anything HTTP/1.1\r\n${HOST}\r\n${END}`],
      ]) {
        const response = await server.transcript(steps);
        assert.deepEqual([statuses(response), response.end], [[200, 200, 200, 200], 'end']);
      }
    });

    it('may arrive in two packets', async (server) => {
      const response = await server.transcript([`${get('/get')}B`, /"origin"/, brew.slice(1) + END]);
      assert.deepEqual([statuses(response), response.end], [[200, 200, 200], 'end']);
      assert.match(response.text, /"method": "BREW"/);
    });
  });

  describe('bytes that are not a request', () => {
    const garbage = '\0garbage\r\n\r\n';

    it('get 400', async (server) => {
      for (const bytes of [
        garbage,
        'GARBAGE\r\n\r\n',
        '* / HTTP/9\r\n\r\n',
        'B(R)EW /anything HTTP/1.1\r\n\r\n',
      ]) {
        const response = await server.transcript([bytes]);
        assert.deepEqual([statuses(response), response.end], [[400], 'end'], bytes);
      }
    });

    it('wait for the responses before them', async (server) => {
      const response = await server.transcript([SLOW, garbage, garbage, get('/get')]);
      assert.deepEqual([statuses(response), response.end], [[200, 400], 'end']);
      assert.ok(response.text.indexOf('?slow') < response.text.indexOf('HTTP/1.1 400'));
      const ofApi = await server.transcript([LIST, garbage], api);
      assert.deepEqual([statuses(ofApi), ofApi.end], [[200, 400], 'end']);
    });

    it('do not affect a response that has started', async (server) => {
      const response = await server.transcript([DRIP, /\r\n\r\n\*/, garbage]);
      assert.deepEqual([statuses(response), response.end], [[200, 400], 'end']);
      assert.match(response.text, /\r\n\r\n\*{5}HTTP\/1\.1 400 /);
    });

    it('do not affect a request that waits behind a slow one', async (server) => {
      const response = await server.transcript([get('/get') + SLOW + DRIP, /"origin"/, garbage]);
      assert.deepEqual([statuses(response), response.end], [[200, 200, 200, 400], 'end']);
      assert.match(response.text, /\r\n\r\n\*{5}HTTP\/1\.1 400 /);
    });

    it('in the body of a request that does not read it do not change its response', async (server) => {
      const chunked = (line: string) => `${line} HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`;
      for (const [steps, status] of [
        [[`${chunked('POST /nowhere')}zz\r\n\r\n`], 404],
        [[chunked('POST /nowhere'), /HTTP/, 'zz\r\n\r\n'], 404],
        [[`${chunked('GET /get')}zz\r\n\r\n`], 200],
      ] as const) {
        const response = await server.transcript(steps);
        assert.deepEqual([statuses(response), response.end], [[status], 'end']);
      }
      const line = 'GET /drip?numbytes=5&duration=0.25';
      for (const steps of [[`${chunked(line)}zz\r\n\r\n`], [chunked(line), /\r\n\r\n\*/, 'zz\r\n\r\n']]) {
        const response = await server.transcript(steps);
        assert.deepEqual([statuses(response), response.end], [[200], 'end']);
        assert.match(response.text, /\r\n\r\n\*{5}$/);
      }
    });

    it('do not cause a request to run twice, or a later one to run', async (server) => {
      const response = await server.transcript([create('before') + garbage + create('behind')], api);
      assert.deepEqual(statuses(response), [201, 400]);
      assert.deepEqual([await countCreated(server, 'before'), await countCreated(server, 'behind')], [1, 0]);
    });
  });

  it('a request after a response that closes the connection is not executed (RFC 9112 §9.6)', async (server) => {
    for (const first of [
      'GET /api/v3/meta HTTP/1.1\r\n\r\n',
      get('/api/v3/meta', 'User-Agent: test\r\nConnection: close\r\n'),
      `GET /api/v3/meta HTTP/1.0\r\n${HOST}User-Agent: test\r\n\r\n`,
    ]) {
      const response = await server.transcript([first + create('closed')], api);
      assert.deepEqual([statuses(response).length, response.end], [1, 'end'], first);
    }
    assert.equal(await countCreated(server, 'closed'), 0);
  });

  it('a tunnel is 501 after the responses before it', async (server) => {
    const response = await server.transcript([`${SLOW}CONNECT h:443 HTTP/1.1\r\nHost: h:443\r\n\r\n`]);
    assert.deepEqual([statuses(response), response.end], [[200, 501], 'end']);
  });

  it('an upgrade behind another request follows its response', async (server) => {
    const upgrade = get(
      '/websocket/echo',
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
    );
    const alone = await server.transcript([upgrade, /\r\n\r\n/, 'end']);
    assert.deepEqual(statuses(alone), [101]);
    const behind = await server.transcript([SLOW + upgrade, /101 [\s\S]*\r\n\r\n/, 'end']);
    assert.deepEqual(statuses(behind), [200, 101]);
  });

  it('an upgrade that no endpoint supports is ignored', async (server) => {
    const fields = 'Connection: Upgrade\r\nUpgrade: h2c\r\n';
    const response = await server.transcript([get('/get', fields), /\}\s*$/, 'end']);
    assert.deepEqual(statuses(response), [200]);
  });

  it('a client that half-closes within a body gets one response', async (server) => {
    const response = await server.transcript([`${post(10)}abc`, 'end']);
    const isUnserved = server.configuration.delaysResponses && response.text === '';
    assert.deepEqual([statuses(response), response.end], [isUnserved ? [] : [400], 'end']);
  });

  it('a client that half-closes or disconnects during a delay ends its request', async (server) => {
    const response = await server.transcript([get('/delay/9'), 'end']);
    assert.deepEqual([statuses(response), response.end], [[], 'end']);
    const socket = await server.connect();
    socket.write(get('/delay/9'));
    await untilInFlight(server, 1);
    socket.destroy();
    await untilInFlight(server, 0);
  });

  it('100 (Continue) precedes its response, also behind the response to a pipelined request', async (server) => {
    const upload = post(5).replace('Content', 'Expect: 100-continue\r\nContent');
    const last = get('/get', 'Connection: close\r\n');
    const response = await server.transcript([`${SLOW}${upload}hello${last}`]);
    assert.deepEqual([statuses(response), response.end], [[200, 100, 200, 200], 'end']);
    assert.match(
      response.text,
      /\?slow[\s\S]*\}\s*HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n[\s\S]*"hello"[\s\S]*\}\s*HTTP/,
    );
  });

  it('pipelined responses have the order of the requests', async (server) => {
    const steps: Steps = [SLOW + create('pipelined') + LIST + get('/get?last', 'Connection: close\r\n')];
    const response = await server.transcript(steps);
    assert.equal(response.end, 'end');
    const [slow, , , last] = response.text.split(/(?=HTTP\/1\.1 \d{3} )/);
    assert.match(slow ?? '', /\?slow/);
    assert.match(last ?? '', /\?last/);
  });
});

// No endpoint of the services ignores the end of a request, or fails after the head of its response.

const slow = endpoint({
  ...anything,
  path: '/slow',
  methods: ['GET', 'POST'],
  handle: async ({ exchange }) => {
    await sleep(150);
    exchange.send(200, [], 'slow');
  },
});

const drip = streaming('/drip', async function* () {
  for (const byte of 'abcde') {
    yield byte;
    await sleep(60);
  }
});

describe('an endpoint that never responds', () => {
  const silent = endpoint({
    ...anything,
    path: '/silent',
    methods: ['POST'],
    handle: () => new Promise(() => {}),
  });
  const silence = 'POST /silent HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n';

  for (const [what, end] of [
    ['is rejected', 'zz\r\n\r\n'],
    ['does not arrive', ''],
  ] as const)
    onToyServer(
      `does not hold the connection of a request whose body ${what}, and is released`,
      async (t) => {
        // A busy machine may need 100 ms for the bytes of one packet.
        const limits = { idleTimeout: 300, headerTimeout: 250, requestTimeout: 250 };
        const { port, finished } = await serveToy(t, [slow, drip, silent], {}, limits);
        for (let count = 0; count < 4; count++) {
          const response = await transcript(port, [silence + end]);
          assert.deepEqual([statuses(response), response.end], [[], 'end']);
        }
        await until(() => finished.length === 4);
        // A response that makes progress is not affected.
        for (const [path, content] of [
          ['/slow', /\r\nslow$/],
          ['/drip', /\r\n1\r\ne\r\n0\r\n\r\n$/],
        ] as const) {
          const response = await transcript(port, [get(path) + silence + end]);
          assert.deepEqual([statuses(response), response.end], [[200], 'end']);
          assert.match(response.text, content);
        }
      },
    );
});

describe('a handler that fails after the head of its response', () => {
  onToyServer('closes the connection without a complete response', async (t) => {
    const failing = streaming('/failing', async function* () {
      yield 'abc';
      await sleep(50);
      throw new Error('after the head');
    });
    const late = endpoint({
      ...anything,
      path: '/late',
      methods: ['GET'],
      handle: async ({ exchange }) => {
        exchange.startStream(200, [['Content-Length', '5']]);
        exchange.wire.write('abc');
        await sleep(50);
        throw new Error('after the head');
      },
    });
    const { port, logged } = await serveToy(t, [failing, late, slow]);
    for (const path of ['/failing', '/late']) {
      const response = await transcript(port, [get(path) + get('/slow')]);
      assert.deepEqual(statuses(response), [200], path);
      assert.notEqual(response.end, 'open', path);
      assert.match(response.text, /abc(?:\r\n)?$/);
    }
    assert.equal(logged.length, 2);
  });
});
