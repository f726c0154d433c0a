import { generatedBody } from '../adapter/messages.ts';
import { compose, head, raw } from '../case-port/scripted-response.ts';
import { type CaseDeclaration, caseGroup } from '../verdict/case.ts';
import { all, either, error, ok, rule, value, wrong } from '../verdict/expectation.ts';
import { valuesOf } from '../wire/request-reader.ts';
import { contentIsSent, ownSecond, wellFramed } from './rules.ts';

const SECOND = compose('body=second');
const UPLOAD_BYTES = 20_000_000;

/** An error that is not reported before the limit of the client. Times are those of the server. */
const timesOut = all(
  error({ mayTimeOut: true }),
  rule('not before 0.9 of the limit', (seen) => {
    const [{ duration, limit } = { duration: 0, limit: 0 }] = seen.times;
    return duration >= 0.9 * limit ? undefined : wrong(`after ${Math.round(duration)} of ${limit} ms`);
  }),
);

function stalled(fault: string, more: Partial<CaseDeclaration> = {}): CaseDeclaration {
  return {
    level: 'B',
    clause: 'RFC 9112 §9.5',
    serve: [compose(`fault=${fault}&body=hello`)],
    settle: 100,
    expect: timesOut,
    ...more,
  };
}

/** One byte each 400 ms for three seconds; the limit is one second. */
function dripped(serve: CaseDeclaration['serve']): CaseDeclaration {
  return {
    level: 'I',
    clause: 'RFC 9112 §9.5',
    serve,
    expect: value('what the limit means: `total`, or each read', (seen) => {
      const { error: failure } = seen.outcome(1);
      return failure === undefined ? 'each read, or none' : 'total';
    }),
  };
}

export const timeout = caseGroup('timeout', {
  head: stalled('stall'),
  body: stalled('stall@3'),
  upload: stalled('stall@request', {
    ask: [{ method: 'POST', bodySize: UPLOAD_BYTES }],
    needs: ['control.post'],
    alone: true,
  }),
  handshake: stalled('', {
    serve: { ports: { silent: [] } },
    ask: [{ url: 'https://{silent.localhost}/' }],
    supports: ['ca'],
    needs: ['control.tls'],
    requests: 0,
  }),
  // The system of the server ignores the connection, so nothing but the control shows that the client sends.
  syn: stalled('', {
    serve: { ports: { full: [] } },
    ask: [{ url: 'http://{full}/' }],
    requests: 0,
  }),
  releases: {
    // Revision 1 accused clients that repeat an idempotent request, which RFC 9110 §9.2.2 permits.
    level: 'S',
    clause: 'RFC 9112 §9.5',
    needs: ['control.session'],
    revision: 2,
    settle: 100,
    serve: [compose('fault=stall@3&body=hello'), SECOND],
    ask: [{}, {}],
    expect: all(
      either(error({ mayTimeOut: true }), ok('second')),
      ownSecond,
      rule('the first connection ended', (seen) =>
        seen.connections()[0]?.isEnded === true ? undefined : wrong('the first connection is open'),
      ),
    ),
  },
  'head-dripped': dripped([
    raw(
      'fin',
      { repeat: 'H', count: 1, wait: 400 },
      ...[...'TTP/1.1'].map((each) => ({ repeat: each, count: 1, wait: 400 })),
      ' 200 OK\r\nContent-Length: 5\r\n\r\nhello',
    ),
  ]),
  'body-dripped': dripped([
    raw('fin', 'HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n', { repeat: 'a', count: 7, wait: 400 }, 'a'),
  ]),
  'interims-dripped': dripped([
    raw(
      'fin',
      { repeat: 'HTTP/1.1 103 Early Hints\r\nX-A: 1\r\n\r\n', count: 8, wait: 400 },
      head('Content-Length: 5', 'Connection: close'),
      'hello',
    ),
  ]),
});

const ABORT: Pick<CaseDeclaration, 'level' | 'clause' | 'supports' | 'needs' | 'settle'> = {
  level: 'B',
  clause: 'RFC 9112 §9.5',
  supports: ['abort'],
  needs: ['control.session'],
  settle: 300,
};

const aborted = all(
  error({ mayTimeOut: true }),
  ownSecond,
  rule('the first connection ended, or read to its end', (seen) => {
    const [connection] = seen.connections();
    return connection?.isEnded === true || (connection?.bytesSent ?? 0) >= 1_000_000
      ? undefined
      : wrong('the first connection is open and unread');
  }),
);

export const abort = caseGroup('abort', {
  head: {
    ...ABORT,
    serve: [compose('bytes=1000000&rate=500000'), SECOND],
    ask: [{ abort: { at: 'headers' }, timeout: 3 }, {}],
    expect: aborted,
  },
  body: {
    ...ABORT,
    serve: [compose('bytes=1000000&rate=500000'), SECOND],
    ask: [{ abort: { at: 1000 }, timeout: 3 }, {}],
    expect: aborted,
  },
});

const MEGABYTE = 1_000_000;

function limited(query: string): CaseDeclaration {
  return {
    level: 'X',
    clause: 'RFC 9110 §17.5',
    supports: ['max-body'],
    serve: [compose(query)],
    ask: [{ maxBody: MEGABYTE, timeout: 3 }],
    expect: all(
      error(),
      rule('the server wrote less than 8 MB', (seen) => {
        const sent = seen.connections().reduce((sum, { bytesSent }) => sum + bytesSent, 0);
        return sent < 8 * MEGABYTE ? undefined : wrong(`${sent} bytes`);
      }),
    ),
  };
}

export const limit = caseGroup('limit', {
  body: limited('bytes=10000000&rate=20000000'),
  'body-chunked': limited('bytes=10000000&chunk=65536&rate=20000000'),
});

const EXPECT: Pick<CaseDeclaration, 'level' | 'clause' | 'supports' | 'needs'> = {
  level: 'S',
  clause: 'RFC 9110 §10.1.1',
  supports: ['expect'],
  needs: ['control.post'],
};
const EXPECTING = { method: 'POST', bodySize: 1000, expect: true, timeout: 5 } as const;

function expecting(directive: string): CaseDeclaration {
  return {
    ...EXPECT,
    serve: [compose(`expect=${directive}&body=hello`)],
    ask: [EXPECTING],
    expect: all(ok('hello'), contentIsSent(generatedBody(1000)), wellFramed),
  };
}

export const expect = caseGroup('expect', {
  late: expecting('after-body'),
  twice: { ...expecting('twice'), clause: 'RFC 9110 §10.1.1, §15.2' },
  'with-length': {
    ...expecting('with-length'),
    clause: 'RFC 9110 §10.1.1, §15.2',
    revision: 2,
    serve: [
      {
        interim: 'HTTP/1.1 100 Continue\r\nContent-Length: 5\r\n\r\n',
        ...raw('fin', head('Content-Length: 5', 'Connection: close'), 'hello'),
      },
    ],
  },
  '417': {
    ...EXPECT,
    serve: [compose('expect=refuse&body=hello'), compose('body=hello')],
    ask: [EXPECTING],
    expect: all(
      ok('hello'),
      rule('the second attempt has no Expect', (seen) =>
        valuesOf(seen.requests()[1]?.fields ?? [['expect', '']], 'expect').length === 0
          ? undefined
          : wrong('Expect, or no second attempt'),
      ),
    ),
  },
  final: {
    ...EXPECT,
    level: 'R',
    serve: [compose('expect=final:401&body=hello'), SECOND],
    ask: [EXPECTING, {}],
    expect: all(ok('hello', { status: 401 }), ownSecond),
  },
});
