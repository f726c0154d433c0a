import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failedRequestLine, isParserError, type ParserError } from './parser-error.ts';

/** The error of the parser at the mark `|` in the packet. */
function errorAt(marked: string): ParserError {
  const bytesParsed = marked.indexOf('|');
  return Object.assign(new Error('Parse Error'), {
    rawPacket: Buffer.from(marked.replace('|', ''), 'latin1'),
    bytesParsed,
  });
}

describe('the request line of a packet with an error', () => {
  it('is the last one before the error', () => {
    for (const [packet, expected] of [
      ['GET /a HTTP/1.1\r\nBad |Name: x\r\n\r\n', ['/a', 0]],
      ['GET /a HTTP/1.1\r\n\r\nPOST /b HTTP/1.1\r\nBad |Name: x\r\n', ['/b', 19]],
      // A line behind the error is not of this request.
      ['GET /a HTTP/1.1\r\nBad |Name: x\r\nGET /b HTTP/1.1\r\n', ['/a', 0]],
      ['GET http://h/a?b HTTP/1.1\r\nBad |Name: x\r\n', ['http://h/a?b', 0]],
      ['OPTIONS * HTTP/1.1\r\nBad |Name: x\r\n', ['*', 0]],
      ['get /low|er\r\n', ['/lower', 0]],
    ] as const) {
      const line = failedRequestLine(errorAt(packet));
      assert.deepEqual([line?.target, line?.offset], expected, JSON.stringify(packet));
      assert.equal(line?.hasUnknownMethod, false, JSON.stringify(packet));
    }
  });

  it('has an unknown method if the error is in it, and the rest of it is valid', () => {
    for (const [packet, expected] of [
      ['BRE|W /a HTTP/1.1\r\nHost: h\r\n\r\n', true],
      ['BRE|W /a HTTP/1.1\nHost: h\n\n', true],
      ['|brew /a HTTP/1.0\r\n', true],
      ['GET / HTTP/1.1\r\n\r\nBRE|W http://h/ HTTP/1.1\r\n', true],
      ['BRE|W /a\r\n', false],
      ['BRE|W /a HTTP/1.1 x\r\n', false],
      ['BRE|W /a HTTP/11.1\r\n', false],
      ['BRE|W /a XHTTP/1.1\r\n', false],
      ['BREW /a HTTP/1.1\r\nBad |Name: x\r\n', false],
    ] as const)
      assert.equal(failedRequestLine(errorAt(packet))?.hasUnknownMethod, expected, JSON.stringify(packet));
  });

  it('is undefined without one', () => {
    for (const packet of [
      '|\x16\x03\x01',
      'GET|',
      'GET |a HTTP/1.1\r\n',
      ' GET |/a HTTP/1.1\r\n',
      '(GET) |/a HTTP/1.1\r\n',
    ])
      assert.equal(failedRequestLine(errorAt(packet)), undefined, JSON.stringify(packet));
    assert.equal(failedRequestLine(new Error('without a packet')), undefined);
    // The position of the error is not known: it may be in the first line.
    const rawPacket = Buffer.from('BREW /a HTTP/1.1\r\nGET /b HTTP/1.1\r\n');
    assert.deepEqual(failedRequestLine(Object.assign(new Error('x'), { rawPacket })), {
      ...{ target: '/a', offset: 0, hasUnknownMethod: true },
    });
  });
});

describe('an error of the parser', () => {
  it('is about the received bytes, and not about the connection', () => {
    const is = (code?: string) =>
      isParserError(Object.assign(new Error('x'), code === undefined ? {} : { code }));
    assert.deepEqual(
      ['HPE_INVALID_METHOD', 'ERR_HTTP_REQUEST_TIMEOUT', 'ECONNRESET', 'EPIPE', 'ERR_HPE_', undefined].map(
        is,
      ),
      [true, true, false, false, false, false],
    );
  });
});
