import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createSocketServer, type Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { UsageError } from '#config/usage-error.ts';
import { temporaryFolder } from '#test/support/commands/command.ts';
import { assertUsageError, runInProcess } from '#test/support/commands/in-process-command.ts';
import { callControl } from './control-client.ts';

interface Heard {
  readonly request: IncomingMessage;
  readonly body: string;
}

/** A server that gives every request the same response, and records requests. */
async function answering(t: TestContext, status: number, body: string) {
  const heard: Heard[] = [];
  const server = createServer(async (request, nodeResponse) => {
    heard.push({ request, body: await text(request) });
    nodeResponse.writeHead(status, { Location: '/elsewhere' }).end(body);
  }).listen(0, '127.0.0.1');
  const close = () => server.close().closeAllConnections();
  t.after(close);
  await once(server, 'listening');
  const address = server.address();
  return { heard, close, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
}

const silent = { variables: {}, printError() {} };

function errorMatching(message: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof UsageError);
    assert.match(error.message, message);
    assert.match(error.message, /^[^\n]+\.$/);
    return true;
  };
}

test('callControl requests a path below the URL, and returns the JSON of the response', async (t) => {
  const { heard, url } = await answering(t, 200, '{"messages":[]}');
  assert.deepEqual(await callControl(silent, url, { path: '/outbox?login=mona' }), { messages: [] });
  assert.equal(heard[0]?.request.method, 'GET');
  assert.equal(heard[0]?.request.url, '/_sparring/outbox?login=mona');
  assert.equal(heard[0]?.request.headers.authorization, undefined);
});

test('a body is sent as JSON, and a response without content is undefined', async (t) => {
  const { heard, url } = await answering(t, 204, '');
  const body = { advance: '1h' };
  assert.equal(await callControl(silent, url, { method: 'POST', path: '/clock', body }), undefined);
  assert.equal(heard[0]?.request.headers['content-type'], 'application/json');
  assert.equal(heard[0]?.body, '{"advance":"1h"}');
});

test('the token of the flag has precedence over that of the variable', async (t) => {
  const { heard, url } = await answering(t, 200, '{}');
  const terminal = { ...silent, variables: { SPARRING_CONTROL_TOKEN: 'of-the-variable' } };
  await callControl(terminal, url, { path: '/clock' });
  await callControl(terminal, url, { path: '/clock', options: { controlToken: 'of-the-flag' } });
  assert.deepEqual(
    heard.map(({ request }) => request.headers.authorization),
    ['Bearer of-the-variable', 'Bearer of-the-flag'],
  );
});

test('the token is read from the file of a flag or a variable', async (t) => {
  const { heard, url } = await answering(t, 200, '{"now":"2026-01-01T00:00:00.000Z","mode":"frozen"}');
  const file = path.join(await temporaryFolder(t), 'token');
  await writeFile(file, 'of-the-file\n');
  const ask = ['clock', '--url', url];
  const byFlag = await runInProcess([...ask, '--control-token-file', file], {
    variables: { SPARRING_CONTROL_TOKEN: 'of-the-variable' },
  });
  const byVariable = await runInProcess(ask, { variables: { SPARRING_CONTROL_TOKEN_FILE: file } });
  for (const { code, err } of [byFlag, byVariable]) assert.deepEqual([code, err], [0, '']);
  assert.deepEqual(
    heard.map(({ request }) => request.headers.authorization),
    ['Bearer of-the-file', 'Bearer of-the-file'],
  );
});

test('a token on the command line is accepted with a warning', async (t) => {
  const { heard, url } = await answering(t, 200, '{"now":"2026-01-01T00:00:00.000Z","mode":"frozen"}');
  for (const variables of [{}, { SPARRING_URL: url }]) {
    const { code, err } = await runInProcess(
      ['clock', ...('SPARRING_URL' in variables ? [] : ['--url', url]), '--control-token', 'of-the-flag'],
      { variables },
    );
    assert.equal(code, 0, err);
    assert.equal(
      err,
      'sparring: A list of the processes of this machine shows the value of --control-token; use --control-token-file or SPARRING_CONTROL_TOKEN.\n',
    );
  }
  assert.equal(heard[1]?.request.headers.authorization, 'Bearer of-the-flag');
});

test('a token that is given twice, or an empty file, is rejected', async (t) => {
  const file = path.join(await temporaryFolder(t), 'token');
  await writeFile(file, ' \n');
  const ask = ['clock', '--url', 'http://127.0.0.1:1'];
  assertUsageError(
    await runInProcess([...ask, '--control-token', 'x', '--control-token-file', file]),
    /--control-token and --control-token-file are both given; keep one of them\./,
  );
  assertUsageError(
    await runInProcess([...ask, '--control-token-file', file]),
    /token, which --control-token-file names, is empty\./,
  );
  assertUsageError(
    await runInProcess([...ask, '--control-token-file', `${file}-not-there`]),
    /Cannot read \S+token-not-there, which --control-token-file names/,
  );
  const absent = { SPARRING_CONTROL_TOKEN: 'x', SPARRING_CONTROL_TOKEN_FILE: `${file}-not-there` };
  assertUsageError(await runInProcess(ask, { variables: absent }), /cannot be reached/);
  const variables = { SPARRING_CONTROL_TOKEN: 'x', SPARRING_CONTROL_TOKEN_FILE: file };
  assertUsageError(
    await runInProcess(ask, { variables }),
    /SPARRING_CONTROL_TOKEN and SPARRING_CONTROL_TOKEN_FILE are both set/,
  );
});

test('an error contains the detail of the server, without control characters', async (t) => {
  const { url } = await answering(t, 404, '{"message":"There is no user \\"x\\u001b[2J\\"."}');
  const message = /^The server at \S+ rejects the request: There is no user "x \[2J"\.$/;
  await assert.rejects(callControl(silent, url, { path: '/outbox?login=x' }), errorMatching(message));
});

for (const status of [401, 403]) {
  test(`${status} causes an error that names the control token`, async (t) => {
    const { url } = await answering(t, status, '');
    const call = (controlToken?: string) =>
      callControl(silent, url, {
        path: '/clock',
        options: controlToken === undefined ? {} : { controlToken },
      });
    await assert.rejects(
      call(),
      errorMatching(/is closed to this command; give its token with --control-token-file or SPARRING_C/),
    );
    await assert.rejects(call('wrong'), errorMatching(/rejects this token; give its token with/));
  });
}

test('a server that is not Sparring causes an error', async (t) => {
  for (const [status, body] of [
    [404, '<h1>Not Found</h1>'],
    [404, '{}'],
    [302, ''],
    [200, '<html>'],
    [500, ''],
  ] as const) {
    const { heard, url } = await answering(t, status, body);
    const message =
      /There is no control API at \S+ \(status \d+\); change --url to the URL of a Sparring server/;
    await assert.rejects(callControl(silent, url, { path: '/clock' }), errorMatching(message));
    assert.equal(heard.length, 1);
  }
});

test('an unreachable server causes an error of one sentence', async (t) => {
  const closed = await answering(t, 200, '{}');
  closed.close();
  const call = (url: string, controlToken?: string) =>
    callControl(silent, url, { path: '/clock', options: controlToken === undefined ? {} : { controlToken } });
  await assert.rejects(
    call(closed.url),
    errorMatching(/Nothing listens at http:\/\/127\.0\.0\.1:\d+; start/),
  );
  await assert.rejects(
    call('http://nowhere.invalid'),
    errorMatching(/There is no host of http:\/\/nowhere\.invalid/),
  );
  await assert.rejects(call('http://127.0.0.1:1', 'a\nb'), errorMatching(/token must have visible ASCII/));
});

const noon = '{"now":"2020-11-13T12:00:00Z","mode":"frozen"}';

test('the URL of the flag has precedence over that of the variable', async (t) => {
  const [flagged, variable] = [await answering(t, 200, noon), await answering(t, 200, noon)];
  const variables = { SPARRING_URL: `${variable.url}/` };
  assert.equal((await runInProcess(['clock'], { variables })).out, '2020-11-13T12:00:00Z  frozen\n');
  assert.equal((await runInProcess(['clock', '--url', `${flagged.url}/`], { variables })).code, 0);
  assert.deepEqual([flagged.heard.length, variable.heard.length], [1, 1]);
  assert.equal(flagged.heard[0]?.request.url, '/_sparring/clock');
});

test('flags for a database or a schedule have precedence over the variable, and an empty variable is ignored', async (t) => {
  const { heard, url } = await answering(t, 200, '{}');
  const variables = { SPARRING_URL: url };
  const folder = await temporaryFolder(t);
  const database = `sqlite:${path.join(folder, 'a.db')}`;
  assert.equal((await runInProcess(['audit', '--database', database], { variables })).code, 0);
  assert.equal((await runInProcess(['lifecycle', '--lifecycle', 'github'], { variables })).code, 0);
  assert.equal(heard.length, 0);
  // Then the only running server of the user is asked.
  const servers = path.join(folder, 'sparring/servers');
  await mkdir(servers, { recursive: true });
  const file = (pid: number, controlUrl: string) => JSON.stringify({ pid, controlUrl, commandToken: 'x' });
  await writeFile(path.join(servers, '1.json'), file(process.pid, url));
  await writeFile(path.join(servers, '2.json'), file(2 ** 30, 'http://127.0.0.1:2'));
  const own = { variables: { SPARRING_URL: ' ', XDG_DATA_HOME: folder } };
  await runInProcess(['clock'], own);
  assert.equal(heard.length, 1);
  await writeFile(path.join(servers, '3.json'), file(process.pid, 'http://127.0.0.1:3'));
  assertUsageError(
    await runInProcess(['clock'], own),
    /Several servers are running; add --url with one of http/,
  );
  await writeFile(path.join(servers, '4.json'), file(process.pid, 'http://127.0.0.1:8080'));
  assertUsageError(await runInProcess(['clock'], own), /http:\/\/127\.0\.0\.1:8080/);
});

test('an invalid URL causes an error that names the flag or the variable', async () => {
  for (const text of ['localhost:8080', 'ftp://x', 'http://x/?y', 'http://me:secret@x']) {
    assertUsageError(
      await runInProcess(['clock', '--url', text]),
      /--url must be a URL that begins with http:/,
    );
    const variables = { SPARRING_URL: text };
    assertUsageError(
      await runInProcess(['clock'], { variables }),
      /SPARRING_URL must be a URL that begins with http:/,
    );
  }
  assertUsageError(await runInProcess(['clock', '--url', '']), /--url must be a URL/);
});

test('a connection that the server accepts and closes is not called unreachable', async (t) => {
  const endings: ReadonlyMap<(socket: Socket) => unknown, RegExp> = new Map([
    [(socket: Socket) => socket.end(), /closed the connection without a response \(UND_ERR_SOCKET\)\.\n?$/],
    [
      (socket: Socket) => socket.resetAndDestroy(),
      /closed the connection without a response \(ECONNRESET\)\.\n?$/,
    ],
  ]);
  for (const [end, message] of endings) {
    const server = createSocketServer((socket) =>
      socket.on('error', () => {}).once('data', () => end(socket)),
    );
    t.after(() => server.close());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    await assert.rejects(callControl(silent, url, { path: '/clock' }), errorMatching(message));
    assertUsageError(await runInProcess(['requests', '--url', url]), message);
  }
});
