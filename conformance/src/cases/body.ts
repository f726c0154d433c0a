import { compose, head, type RawStep, raw, type ScriptedResponse } from '../case-port/scripted-response.ts';
import { type CaseDeclaration, caseGroup } from '../verdict/case.ts';
import { all, either, error, holds, ok, outcomeValue, rule, value, wrong } from '../verdict/expectation.ts';
import { anotherConnection, fieldIsAbsent, ownSecond } from './rules.ts';

const CHUNKED = 'Transfer-Encoding: chunked';
const CLOSE = 'Connection: close';

/** Valid chunks. */
function chunks(content: string, ...responses: readonly ScriptedResponse[]): CaseDeclaration {
  return { level: 'R', clause: 'RFC 9112 §7.1', serve: responses, expect: ok(content) };
}

function rawChunks(text: string): ScriptedResponse {
  return raw('fin', head(CHUNKED, CLOSE), text);
}

const CHUNKED_HEAD = head(CHUNKED, CLOSE);

/**
 * Sizes that no client may accept: their content is another one than that of the server. They come in one write with the
 * head: it is a race of clients whether they read invalid chunks with it or later, which aiohttp answers differently.
 * `chunk-size-later` has the other time.
 */
function invalidChunk(...steps: readonly RawStep[]): CaseDeclaration {
  return {
    // Revision 1 had the race.
    level: 'X',
    clause: 'RFC 9112 §7.1, §8',
    revision: 2,
    serve: [raw('fin', ...steps)],
    expect: error(),
  };
}

function oddChunks(text: string, clause: string): CaseDeclaration {
  return {
    level: 'I',
    clause,
    revision: 2,
    serve: [raw('fin', `${CHUNKED_HEAD}${text}`)],
    expect: value('accepted, or rejected', (seen) => outcomeValue(seen.outcome(1))),
  };
}

function invalidLength(...responses: readonly ScriptedResponse[]): CaseDeclaration {
  return { level: 'R', clause: 'RFC 9112 §6.3', serve: responses, expect: error() };
}

const LESS = head('Content-Length: 3');

/**
 * More content than the length says. In one write with the head, or 50 ms behind it: between them, it is the client's race
 * whether its user reads the content before the parser finds the bytes behind it.
 */
function lengthLess(...steps: readonly RawStep[]): CaseDeclaration {
  return {
    // Revision 1 had the race.
    level: 'R',
    clause: 'RFC 9112 §6.3',
    revision: 2,
    serve: [raw('fin', ...steps)],
    expect: either(ok('hel'), error()),
  };
}

function choice(fault: string, clause: string): CaseDeclaration {
  return {
    level: 'I',
    clause,
    serve: [compose(`body=hello&fault=${fault}`)],
    expect: value('accepted, or rejected', (seen) => outcomeValue(seen.outcome(1))),
  };
}

function huge(length: string): CaseDeclaration {
  return {
    level: 'R',
    clause: 'RFC 9110 §8.6',
    revision: 2,
    serve: [raw('fin', head(`Content-Length: ${length}`), 'hello')],
    expect: error(),
  };
}

/** Status, method or content of a response without content, and five bytes behind its head. */
function contentWhereNone(first: ScriptedResponse, method = 'GET'): CaseDeclaration {
  return {
    level: 'X',
    clause: 'RFC 9112 §6.3, §9.2',
    serve: [first, compose('body=second')],
    ask: [{ method, ...(method === 'GET' && { headers: [['If-None-Match', '"a"']] }) }, { wait: 50 }],
    expect: all(
      rule('no content in the first outcome', (seen) => {
        const { body = '', size = 0 } = seen.outcome(1);
        return body === '' && size === 0 ? undefined : wrong('content in the first outcome');
      }),
      ownSecond,
    ),
  };
}

const EXTRA = { after: 0, bytes: 'extra' } as const;

/** RFC 9112 §6.3 item 2: without content, whatever the header fields say. */
function empty(status: number): CaseDeclaration {
  return {
    level: 'R',
    clause: 'RFC 9112 §6.3',
    serve: [compose(`status=${status}`)],
    ask: [{ headers: [['If-None-Match', '"a"']] }],
    expect: ok('', { status }),
  };
}

export const body = caseGroup('body', {
  chunked: chunks('hello', compose('body=hello&chunk=2')),
  'chunk-split': chunks('hello', compose('body=hello&fault=chunk:split')),
  'chunk-empty': chunks('', rawChunks('0\r\n\r\n')),
  'chunk-extension': {
    ...chunks('hello', compose('body=hello&fault=chunk:extension:20')),
    clause: 'RFC 9112 §7.1.1',
  },
  'chunk-upper': chunks('hellohello', rawChunks('A\r\nhellohello\r\n0\r\n\r\n')),
  'chunk-zeros': chunks('hello', rawChunks('0005\r\nhello\r\n0000\r\n\r\n')),
  'chunk-size': invalidChunk(`${CHUNKED_HEAD}xyz\r\nhello\r\n0\r\n\r\n`),
  'chunk-size-later': {
    ...invalidChunk(CHUNKED_HEAD, { wait: 50 }, 'xyz\r\nhello\r\n0\r\n\r\n'),
    revision: 1,
  },
  'chunk-negative': invalidChunk(`${CHUNKED_HEAD}-5\r\nhello\r\n0\r\n\r\n`),
  'chunk-overflow': invalidChunk(`${CHUNKED_HEAD}FFFFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n`),
  'chunk-overflow-32': invalidChunk(`${CHUNKED_HEAD}100000005\r\nhello\r\n0\r\n\r\n`),
  'chunk-overflow-64': invalidChunk(`${CHUNKED_HEAD}10000000000000005\r\nhello\r\n0\r\n\r\n`),
  'chunk-no-crlf': invalidChunk(`${CHUNKED_HEAD}5\r\nhello0\r\n\r\n`),
  'chunk-lf': oddChunks('5\nhello\n0\n\n', 'RFC 9112 §7.1'),
  'chunk-bad-trailer': oddChunks('5\r\nhello\r\n0\r\nX-Fault\r\n\r\n', 'RFC 9112 §7.1.2'),
  'chunk-extension-64k': choice('chunk:extension:65536', 'RFC 9112 §7.1.1'),
  'close-delimited': {
    level: 'R',
    clause: 'RFC 9112 §6.3',
    serve: [raw('fin', head(), 'hello')],
    expect: ok('hello'),
  },
  'close-delimited-10': {
    level: 'R',
    clause: 'RFC 9112 §6.3',
    serve: [raw('fin', 'HTTP/1.0 200 OK\r\n\r\n', 'hello')],
    expect: ok('hello'),
  },
  'length-less': lengthLess(`${LESS}hello`),
  'length-less-later': { ...lengthLess(LESS, { wait: 50 }, 'hello'), revision: 1 },
  'length-more': invalidLength(compose('body=hello&fault=length:more-5,close')),
  // Content for each of them: revision 1 had too little for the second one, which clients that took it found out.
  'length-conflict': {
    ...invalidLength(raw('fin', head('Content-Length: 5', 'Content-Length: 6'), 'hello!')),
    revision: 2,
  },
  'length-negative': invalidLength(compose('body=hello&fault=framing:negative')),
  'length-plus': invalidLength(compose('body=hello&fault=framing:plus')),
  'length-hex': invalidLength(compose('body=hello&fault=framing:hex')),
  'length-list': {
    level: 'R',
    clause: 'RFC 9110 §8.6',
    serve: [compose('body=hello&fault=framing:list')],
    expect: either(ok('hello'), error()),
  },
  'length-huge': huge('100000000000000000000'),
  'length-huge-32': huge('4294967301'),
  'length-huge-64': huge('18446744073709551621'),
  'te-and-length': {
    level: 'X',
    clause: 'RFC 9112 §6.3',
    serve: [compose('body=hello&fault=framing:length-and-chunked')],
    expect: either(error(), ok('hello')),
  },
  'te-gzip': choice('framing:te-gzip', 'RFC 9112 §6.3'),
  'te-twice': choice('framing:te-twice', 'RFC 9112 §6.1'),
  'te-http10': {
    level: 'R',
    clause: 'RFC 9112 §6.1',
    requests: 1,
    serve: [
      raw('stall', `HTTP/1.0 200 OK\r\n${CHUNKED}\r\n\r\n`, '5\r\nhello\r\n0\r\n\r\n'),
      compose('body=second'),
    ],
    ask: [{}, {}],
    expect: either(error({ mayTimeOut: true }), anotherConnection),
  },
  'trailer-section': {
    level: 'R',
    clause: 'RFC 9112 §7.1',
    serve: [rawChunks('5\r\nhello\r\n0\r\nX-T: 1\r\nX-B: 2\r\n\r\n')],
    expect: ok('hello'),
  },
  trailers: {
    level: 'R',
    clause: 'RFC 9110 §6.5.1',
    revision: 2,
    needs: ['control.get', 'body.trailer-section'],
    serve: [rawChunks('5\r\nhello\r\n0\r\nX-T: 1\r\nX-B: 2\r\n\r\n')],
    expect: all(ok('hello'), fieldIsAbsent('X-T'), fieldIsAbsent('X-B')),
  },
});

export const bodyNone = caseGroup('body.none', {
  '204': empty(204),
  '304': empty(304),
  '204-content': contentWhereNone(compose('status=204', EXTRA)),
  '304-content': contentWhereNone(compose('status=304', EXTRA)),
  'head-content': contentWhereNone(compose('body=hello', EXTRA), 'HEAD'),
});

function truncated(serve: CaseDeclaration['serve'], rest: Partial<CaseDeclaration> = {}): CaseDeclaration {
  return { level: 'R', clause: 'RFC 9112 §8', serve, expect: error(), ...rest };
}

/** The silent truncation of content is the failure with the most victims: each end of a message has a case. */
export const bodyTruncated = caseGroup('body.truncated', {
  'content-length': truncated([compose('body=hello&fault=truncate@3')]),
  'one-write': truncated([raw('fin', `${head('Content-Length: 5')}hel`)]),
  head: truncated([compose('body=hello&fault=close@headers')]),
  reset: truncated([compose('body=hello&fault=reset@3')]),
  chunk: truncated([compose('body=hello&fault=chunk:short')]),
  'no-last-chunk': truncated([compose('body=hello&fault=chunk:no-last')]),
  'reset-chunked': truncated([compose('body=hello&chunk=2&fault=reset@3')]),
  'reset-close-delimited': truncated([raw('reset', head(), 'hel', { wait: 50 })]),
  coded: truncated([compose('body=hello&coding=gzip&fault=truncate@10')]),
  tls: truncated(
    { ports: { tls: [raw('rude', head(), 'hel')] } },
    {
      clause: 'RFC 9112 §9.8',
      needs: ['control.tls'],
      supports: ['ca'],
      ask: [{ url: 'https://{tls.localhost}/' }],
      expect: all(
        error(),
        holds(
          'content that ends without close_notify is not complete',
          (seen) => seen.outcome(1).error !== undefined,
          () => 'complete',
        ),
      ),
    },
  ),
});
