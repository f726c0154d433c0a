import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { it } from 'node:test';
import { clientReason } from './client-reason.ts';

async function fail(code: string | undefined): Promise<Socket> {
  const socket = new Socket().on('error', () => {});
  socket.destroy(code === undefined ? undefined : Object.assign(new Error(code), { code }));
  await new Promise((resolve) => socket.once('close', resolve));
  return socket;
}

it('the error of a connection tells how it ended, whichever of its sockets has it', async () => {
  const lost = await fail(undefined);
  for (const [code, reason] of [
    ['ECONNRESET', 'client-rst'],
    ['ECONNABORTED', 'client-rst'],
    ['EPIPE', 'client-rst'],
    ['ETIMEDOUT', 'timeout'],
    ['ERR_SSL_BAD_RECORD_TYPE', 'server-fin'],
    [undefined, 'server-fin'],
  ] as const) {
    const socket = await fail(code);
    const reasons = [clientReason(socket, socket), clientReason(socket, lost), clientReason(lost, socket)];
    assert.deepEqual(reasons, [reason, reason, reason], `${code}`);
  }
});
