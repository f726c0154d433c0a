import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { basic, serveApi } from '../../../test/support/api.ts';

/** Sends one call from this address of the loopback network; returns the status. */
function callFrom(address: string, port: number, credentials: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const head = [
      'Host: 127.0.0.1',
      'User-Agent: test',
      'Connection: close',
      ...basic(credentials).map((f) => f.join(': ')),
    ];
    let received = '';
    const socket = connect({ port, host: '127.0.0.1', localAddress: address }, () =>
      socket.write(`GET /api/v3/user HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`),
    );
    socket
      .on('data', (chunk) => (received += chunk))
      .on('end', () => resolve(Number(received.split(' ')[1])))
      .on('error', reject);
  });
}

test('wrong passwords on 320 connections of one address do not delay other addresses', async (t) => {
  const api = await serveApi(t);
  // A hash takes 10 ms, regardless of the load of the machine.
  const { verify } = api.authorizationContext.passwords;
  Object.assign(api.authorizationContext.passwords, {
    verify: async (password: string, stored: string | undefined) => {
      await sleep(10);
      return verify(password, stored);
    },
  });
  let answered = 0;
  const attack = Promise.all(
    Array.from({ length: 320 }, async (_, index) => {
      const status = await callFrom('127.0.0.1', api.port, `nobody-${index}:wrong`);
      answered++;
      return status;
    }),
  );
  while (answered === 0) await sleep(5);
  const before = answered;
  assert.equal(await callFrom('127.0.0.2', api.port, 'mona:wrong'), 401);
  assert.equal(await callFrom('127.0.0.3', api.port, 'mona:correct-horse-1'), 200);
  assert.ok(answered - before < 100, `${answered - before} other calls were answered before`);
  // 429 for calls beyond the queue.
  for (const status of await attack) assert.ok(status === 401 || status === 429, String(status));
});
