import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { TOY_SCOPES, toyService } from '#test/support/servers/toy.ts';
import { HttpError } from '../errors/errors.ts';
import { createRoutes } from '../routing/routes.ts';
import { createBodyBudget } from '../transport/body-budget.ts';
import {
  buildUnparsedRequest,
  failedRequestLine,
  isParserError,
  isPlainRequest,
  type ParserError,
  tlsExpected,
  writeErrorResponse,
} from './parser-error.ts';
import { recordablePacket } from './recordable-packet.ts';

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
      target: '/a',
      offset: 0,
      hasUnknownMethod: true,
    });
  });
});

const services = [
  toyService([], { name: 'root', isRecorded: true }),
  toyService([], {
    name: 'api',
    prefix: '/Api',
    fallback: { unknownMethod: () => new HttpError(404, 'Not Found') },
  }),
];
const routes = createRoutes(services, { maxBodySize: 1, bodyBudget: createBodyBudget(1) }, TOY_SCOPES);

describe('the response to a request that could not be parsed', () => {
  it('has a status and a sentence for its reason, and the format of the service of its path', () => {
    const noRequest = [400, 'This is not an HTTP/1.1 request.'] as const;
    const noMethod = [
      501,
      'The HTTP/1.1 parser of this server does not support this method. HTTP/2 supports any method.',
    ] as const;
    for (const [code, packet, service, status, message] of [
      [
        'HPE_HEADER_OVERFLOW',
        'GET /a HTTP/1.1|',
        'root',
        431,
        'The head of the request is larger than 65536 bytes.',
      ],
      ['ERR_HTTP_REQUEST_TIMEOUT', 'GET|', 'root', 408, 'The request was not received in time.'],
      [
        'HPE_INVALID_URL',
        'GET /Api/|\xe9 HTTP/1.1\r\n',
        'api',
        400,
        'The request target contains a character that must be percent-encoded.',
      ],
      // The parser can report a position behind the character.
      [
        'HPE_INVALID_URL',
        'GET /a\tb| HTTP/1.1\r\nHost: a b\r\n',
        'root',
        400,
        'The request target contains a character that must be percent-encoded.',
      ],
      ...['x.|test', '|?a', 'http:/|x', 'ge|t'].map(
        (target) =>
          [
            'HPE_INVALID_URL',
            `GET /\xe9 HTTP/1.1\r\nHost: \xe9\r\n\r\nGET ${target} HTTP/1.1\r\nHost: \xe9\r\n`,
            'root',
            400,
            'The request target must begin with a slash, or be an absolute URL or an asterisk.',
          ] as const,
      ),
      [
        'HPE_INVALID_URL',
        'GET get\n|Host: \xe9\r\n',
        'root',
        400,
        'The request target must begin with a slash, or be an absolute URL or an asterisk.',
      ],
      ['HPE_INVALID_METHOD', 'BRE|W /a HTTP/1.1\r\n', 'root', ...noMethod],
      ['HPE_INVALID_METHOD', 'BRE|W /Api/x HTTP/1.1\r\n', 'api', 404, 'Not Found'],
      ['HPE_INVALID_METHOD', 'BRE|W /Api/x\r\n', 'api', ...noRequest],
      ['HPE_INVALID_METHOD', '|\x16\x03', 'root', ...noRequest],
      ['HPE_INVALID_HEADER_TOKEN', 'GET http://h/Api?x HTTP/1.1\r\nA |:', 'api', ...noRequest],
    ] as const) {
      const error = Object.assign(errorAt(packet), { code });
      const unparsed = buildUnparsedRequest(routes, error);
      assert.deepEqual(
        [unparsed.service.name, unparsed.error.status, unparsed.error.message],
        [service, status, message],
        `${code} ${packet}`,
      );
      assert.equal(unparsed.error.cause, status === 400 ? error : undefined);
    }
  });

  it('closes the connection, and has the fields of the error and of the service', async () => {
    for (const [error, expected] of [
      [
        new HttpError(408, '\u00e9', { fields: [['A', '1']] }),
        'HTTP/1.1 408 Request Timeout\r\nContent-Type: text/plain\r\nA: 1\r\nContent-Length: 6\r\nX-Common: yes\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nConnection: close\r\n\r\n408 \u00e9',
      ],
      [
        tlsExpected(),
        'HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: 60\r\nX-Common: yes\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nConnection: close\r\n\r\n400 This port expects TLS. Use a URL that begins with https.',
      ],
    ] as const) {
      const sent = new PassThrough();
      const received = text(sent);
      writeErrorResponse({ error, service: toyService([]) }, sent, {
        machineNow: () => 0,
        after: () => () => {},
      });
      assert.equal(await received, expected);
    }
  });
});

describe('the bytes of a request that could not be parsed', () => {
  it('are recorded from its first byte, unless they can belong to a service that is not recorded', () => {
    for (const [packet, recorded] of [
      ['GET /a HTTP/1.1\r\nBad |Name: x\r\n', 'GET /a HTTP/1.1\r\nBad Name: x\r\n'],
      ['POST /b HTTP/1.1\r\n\r\nGET /a HTTP/1.1\r\nBad |N: x\r\n', 'GET /a HTTP/1.1\r\nBad N: x\r\n'],
      ['POST /Api HTTP/1.1\r\n\r\nGET /a HTTP/1.1\r\nBad |N: x\r\n', 'GET /a HTTP/1.1\r\nBad N: x\r\n'],
      ['GET /Api HTTP/1.1\r\nBad |Name: x\r\n', undefined],
      ['GET /a HTTP/1.1\r\nReferer: http://h//%61PI/x\r\nBad |Name: x\r\n', undefined],
      ['GET /scope/a/x/../Api HTTP/1.1\r\nBad |Name: x\r\n', undefined],
      ['GET Api|\xe9 HTTP/1.1\r\n', undefined],
      // It can be the rest of a request that began in an earlier packet.
      ['secret|\0', undefined],
    ] as const) {
      const bytes = recordablePacket(routes.unrecorded, errorAt(packet), new PassThrough());
      assert.equal(bytes && Buffer.from(bytes).toString('latin1'), recorded, JSON.stringify(packet));
    }
    assert.equal(recordablePacket(routes.unrecorded, new Error('x'), new PassThrough()), undefined);
  });
});

describe('an error of the parser', () => {
  it('of TLS means a request without TLS by its code', () => {
    const is = (code: string) => isPlainRequest(Object.assign(new Error('x'), { code }));
    assert.deepEqual(['ERR_SSL_HTTP_REQUEST', 'ERR_SSL_X', 'ECONNRESET'].map(is), [true, false, false]);
  });

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
