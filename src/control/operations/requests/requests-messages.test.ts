import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { serve } from '#test/support/servers/serve.ts';

interface Message {
  readonly number: number;
  readonly direction: string;
  readonly type: string;
  readonly size: number;
  readonly text?: string;
  readonly base64?: string;
  readonly code?: number;
}

test('messages of a WebSocket have direction, type, size and text, and the first and the last are kept', async (t) => {
  const server = await serve(t);
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/websocket/echo`);
  await once(socket, 'open');
  const read = async (id: number) => {
    const response = await server.get(`/_sparring/requests/${id}/messages`);
    return JSON.parse(response.text()) as {
      messages: Message[];
      received: number;
      sent: number;
      open: boolean;
    };
  };
  const echo = async (content: string | Buffer) => {
    socket.send(content);
    await once(socket, 'message');
  };
  await echo('héllo');
  await echo(Buffer.from([0, 255]));
  socket.ping('p');
  await once(socket, 'pong');
  const { messages, received, sent, open } = await read(1);
  assert.deepEqual([received, sent, open], [2, 2, true]);
  assert.deepEqual(
    messages.map(({ direction, type, size, text, base64 }) => [direction, type, size, text ?? base64]),
    [
      ['received', 'text', 6, 'héllo'],
      ['sent', 'text', 6, 'héllo'],
      ['received', 'binary', 2, 'AP8='],
      ['sent', 'binary', 2, 'AP8='],
      ['received', 'ping', 1, 'p'],
      ['sent', 'pong', 1, 'p'],
    ],
  );
  for (let n = 0; n < 250; n++) await echo(`{"n":${n},"password":"hunter2hunter2"}`);
  socket.close(1000, 'bye');
  await once(socket, 'close');
  const end = await read(1);
  assert.equal(end.messages.length, 200);
  assert.deepEqual([end.messages[0]?.number, end.messages[49]?.number], [1, 50]);
  const last = end.messages.at(-1);
  assert.deepEqual([last?.type, last?.code, last?.text], ['close', 1000, 'bye']);
  assert.doesNotMatch(JSON.stringify(end), /hunter2/);
});
