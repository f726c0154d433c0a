import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { it } from 'node:test';
import { openBodyExchange } from '#test/support/servers/body-exchange.ts';
import { acceptsInformational, writeInformational } from './informational.ts';

/** A socket that keeps what is written to it. */
function openSocket() {
  const written: string[] = [];
  const socket = Object.assign(new Socket(), {
    write(text: string, encoding: string) {
      written.push(`${encoding}: ${text}`);
      return true;
    },
  });
  return { socket, written };
}

const HINTS = [
  ['Link', '</a>'],
  ['link', '\xe9'],
] as const;
const WRITTEN = 'latin1: HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nlink: \xe9\r\n\r\n';

it('an informational response is accepted by clients of HTTP/1.1 and HTTP/2', () => {
  const accepts = (httpVersion: string, stream?: object) => {
    const { request } = openBodyExchange({}, stream && { stream });
    request.httpVersion = httpVersion;
    return acceptsInformational(request);
  };
  assert.deepEqual(
    [accepts('1.0'), accepts('1.1'), accepts('2.0', {}), accepts('1.0', {})],
    [false, true, true, true],
  );
});

it('an informational response is written at once, or when its response has the connection', () => {
  for (const isWaiting of [false, true]) {
    const { nodeResponse } = openBodyExchange();
    const { socket, written } = openSocket();
    if (!isWaiting) nodeResponse.assignSocket(socket);
    writeInformational(nodeResponse, 103, HINTS);
    writeInformational(nodeResponse, 199, []);
    assert.equal(written.length, isWaiting ? 0 : 2);
    if (isWaiting) nodeResponse.assignSocket(socket);
    assert.deepEqual(written, [WRITTEN, 'latin1: HTTP/1.1 199 Unknown\r\n\r\n']);
  }
});

it('many informational responses can wait, without a warning', () => {
  const { nodeResponse } = openBodyExchange();
  writeInformational(nodeResponse, 103, []);
  assert.equal(nodeResponse.getMaxListeners(), 32);
});

it('an informational response is a section of its stream over HTTP/2', () => {
  const sent: object[] = [];
  const stream = { destroyed: false, additionalHeaders: (fields: object) => void sent.push({ ...fields }) };
  writeInformational(openBodyExchange({}, { stream }).nodeResponse, 103, HINTS);
  assert.deepEqual(sent, [{ ':status': 103, link: ['</a>', '\xe9'] }]);
  stream.destroyed = true;
  writeInformational(openBodyExchange({}, { stream }).nodeResponse, 103, HINTS);
  assert.equal(sent.length, 1);
});

it('an informational response is not written after the end of the connection', () => {
  const { nodeResponse } = openBodyExchange();
  const { socket, written } = openSocket();
  nodeResponse.assignSocket(socket);
  nodeResponse.destroy();
  writeInformational(nodeResponse, 103, HINTS);
  assert.deepEqual(written, []);
});

it('100 (Continue) keeps the connection open, as in Node', () => {
  for (const [status, isKept] of [
    [100, true],
    [103, undefined],
  ] as const) {
    const { nodeResponse } = openBodyExchange();
    nodeResponse.assignSocket(openSocket().socket);
    const before: unknown = Reflect.get(nodeResponse, '_sent100');
    writeInformational(nodeResponse, status, []);
    assert.equal(Reflect.get(nodeResponse, '_sent100'), isKept ?? before, String(status));
  }
});
