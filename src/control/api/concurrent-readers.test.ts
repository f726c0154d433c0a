import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { serveControlled } from '#test/support/servers/control.ts';
import { holdsFor, until } from '#test/support/until.ts';

/** Opens requests to the control API, which end with the test. */
async function open(t: TestContext) {
  const { port } = await serveControlled(t);
  return (method: string, path: string, body?: object) => {
    const sent = request({ port, host: '127.0.0.1', path: `/_sparring${path}`, method });
    t.after(() => sent.destroy());
    sent.on('error', () => {});
    sent.end(body && JSON.stringify(body));
    return sent;
  };
}

const statusOf = async (sent: ClientRequest) => {
  const [response]: IncomingMessage[] = await once(sent, 'response');
  return [response?.statusCode, response?.headers['retry-after']];
};

test('a process has 1,000 waits', async (t) => {
  const send = await open(t);
  const rejected: unknown[] = [];
  const wait = () => send('POST', '/requests/await', { match: { path: '/never' }, within: '60s' });
  const waits = Array.from({ length: 1003 }, wait);
  for (const each of waits)
    statusOf(each).then(
      (status) => rejected.push(status),
      () => {},
    );
  await until(() => rejected.length >= 3);
  await holdsFor(100, () => rejected.length === 3);
  assert.deepEqual(rejected, Array(3).fill([503, '1']));
  for (const each of waits) each.destroy();
  const short = { match: {}, count: 9999, within: '1ms' };
  await until(async () => (await statusOf(send('POST', '/requests/await', short)))[0] === 408);
});

test('a process has 20 readers of the live feed', async (t) => {
  const send = await open(t);
  const feeds = Array.from({ length: 20 }, () => send('GET', '/requests/live'));
  assert.deepEqual(await Promise.all(feeds.map(statusOf)), Array(20).fill([200, undefined]));
  assert.deepEqual(await statusOf(send('GET', '/requests/live')), [503, '5']);
  feeds[0]?.destroy();
  await until(async () => (await statusOf(send('GET', '/requests/live')))[0] === 200);
});
