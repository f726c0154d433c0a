import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Exchange } from '#http/message/exchange.ts';
import { channels } from '#http/routing/diagnostics.ts';
import { basic, serveApi } from '#test/support/accounts/api.ts';
import { until } from '#test/support/until.ts';

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
  let hashes = 0;
  // A hash takes at least 10 ms, so that the calls of the attack wait in the queue.
  const { verify } = api.authorizationContext.passwords;
  Object.assign(api.authorizationContext.passwords, {
    verify: async (password: string, stored: string | undefined) => {
      hashes++;
      await sleep(10);
      return verify(password, stored);
    },
  });
  // Counts hashes, not time, from the arrival of a call: a busy machine can read its request late.
  let hashesOnArrival = 0;
  const requestArrived = (message: unknown): void => {
    assert.ok(typeof message === 'object' && message !== null && 'exchange' in message);
    assert.ok(message.exchange instanceof Exchange);
    if (message.exchange.peerAddress !== '127.0.0.1') hashesOnArrival = hashes;
  };
  subscribe(channels.exchangeStart, requestArrived);
  t.after(() => unsubscribe(channels.exchangeStart, requestArrived));

  const attack = Promise.all(
    Array.from({ length: 320 }, (_, index) => callFrom('127.0.0.1', api.port, `nobody-${index}:wrong`)),
  );
  await until(() => hashes > 0);
  const delays: number[] = [];
  for (const [address, credentials, status] of CALLS) {
    assert.equal(await callFrom(address, api.port, credentials), status);
    delays.push(hashes - hashesOnArrival);
  }
  assert.ok(Math.max(...delays) < 50, `${delays} hashes of other calls were made before`);
  // 429 for calls beyond the queue.
  for (const status of await attack) assert.ok(status === 401 || status === 429, String(status));
});

const CALLS = [
  ['127.0.0.2', 'mona:wrong', 401],
  ['127.0.0.3', 'mona:correct-horse-1', 200],
] as const;
