import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '#test/support/until.ts';
import { serveWire } from '#test/support/wire/served.ts';
import type { WireExchange } from '../port.ts';

const get = (target: string, fields = '') => `GET ${target} HTTP/1.1\r\nHost: h\r\n${fields}\r\n`;
const post = (target: string, content: string, fields = '') =>
  `POST ${target} HTTP/1.1\r\nHost: h\r\nContent-Length: ${content.length}\r\n${fields}\r\n${content}`;

/** Answers with text that names the request. */
function answer(exchange: WireExchange, text = exchange.head.target): void {
  exchange.respond(200, 'OK', [['Content-Length', String(text.length)]], text);
}

/** Reads the content, then answers with it. */
function echo(exchange: WireExchange): void {
  const chunks: Buffer[] = [];
  exchange.body.read({
    data: (chunk) => void chunks.push(Buffer.from(chunk)),
    end: () => answer(exchange, `${exchange.head.target}=${Buffer.concat(chunks).toString('latin1')}`),
    fail: () => exchange.respond(400, 'Bad', [['Content-Length', '0']], ''),
  });
}

/** The response with varying fields removed. */
const normal = (text: string) =>
  text.replaceAll(/(Date|Keep-Alive|Connection): .*\r\n/g, '').replaceAll('HTTP/1.1 200 OK\r\n', '');

describe('a connection of HTTP/1', () => {
  it('serves requests one after the other', async (t) => {
    const { send, events, opened, closed } = await serveWire(t, (exchange) => answer(exchange));
    const { text, end } = await send([get('/a'), /\/a$/, get('/b') + get('/c', 'Connection: close\r\n')]);
    assert.equal(normal(text), [2, 2, 2].map((n, i) => `Content-Length: ${n}\r\n\r\n/${'abc'[i]}`).join(''));
    assert.equal(end, 'end');
    assert.deepEqual(events, ['GET /a', '/a answered', 'GET /b', '/b answered', 'GET /c', '/c answered']);
    await until(() => closed.length === 1);
    assert.deepEqual([opened.length, opened[0]?.requestCount], [1, 3]);
  });

  it('reads content that comes with the head, and in parts', async (t) => {
    const { send } = await serveWire(t, echo);
    const chunked = `POST /c HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n2\r\nyz\r\n0\r\n\r\n`;
    const { text } = await send(
      [post('/a', 'abc') + post('/b', 'de').slice(0, -1), /\/a=abc/, `e${chunked}`, /c=xyz$/],
      0,
    );
    assert.match(text, /\r\n\r\n\/a=abcHTTP.*\r\n\r\n\/b=deHTTP.*\r\n\r\n\/c=xyz$/s);
  });
});
