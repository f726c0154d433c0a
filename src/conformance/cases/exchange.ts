import { generatedBody } from '../adapter/messages.ts';
import { compose, raw } from '../case-port/scripted-response.ts';
import { type CaseDeclaration, caseGroup } from '../verdict/case.ts';
import { all, either, error, findingOf, holds, ok, rule, value, wrong } from '../verdict/expectation.ts';
import { valuesOf } from '../wire/request-reader.ts';
import { atMost, contentIsSent, exactly, ownSecond } from './rules.ts';

const SECOND = compose('body=second');
const UPLOAD_BYTES = 20_000_000;

/** An error that is not reported before the limit of the client. Times are those of the server. */
const timesOut = all(
  error({ mayTimeOut: true }),
  rule('not before 0.9 of the limit', (seen) => {
    const [milliseconds = 0] = seen.durations;
    return milliseconds >= 900 ? undefined : wrong(`after ${Math.round(milliseconds)} ms`);
  }),
);

function stalled(fault: string, more: Partial<CaseDeclaration> = {}): CaseDeclaration {
  return {
    ...{ level: 'B', clause: 'RFC 9112 §9.5' },
    serve: [compose(`fault=${fault}&body=hello`)],
    settle: 100,
    expect: timesOut,
    ...more,
  };
}

/** One byte each 400 ms for three seconds; the limit is one second. */
function dripped(serve: CaseDeclaration['serve']): CaseDeclaration {
  return {
    ...{ level: 'I', clause: 'RFC 9112 §9.5' },
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
  releases: {
    ...{ level: 'R', clause: 'RFC 9112 §9.5', needs: ['control.session'] },
    serve: [compose('fault=stall@3&body=hello'), SECOND],
    ask: [{}, {}],
    expect: all(
      error({ mayTimeOut: true }),
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
});

const ABORT: Pick<CaseDeclaration, 'level' | 'clause' | 'supports' | 'needs' | 'settle'> = {
  ...{ level: 'B', clause: 'RFC 9112 §9.5', supports: ['abort'], needs: ['control.session'], settle: 300 },
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
    ...{ level: 'X', clause: 'RFC 9110 §17.5', supports: ['max-body'] },
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
  ...{ level: 'S', clause: 'RFC 9110 §10.1.1', supports: ['expect'], needs: ['control.post'] },
};
const EXPECTING = { method: 'POST', bodySize: 1000, expect: true, timeout: 5 } as const;

function expecting(directive: string): CaseDeclaration {
  return {
    ...EXPECT,
    serve: [compose(`expect=${directive}&body=hello`)],
    ask: [EXPECTING],
    expect: all(ok('hello'), contentIsSent(generatedBody(1000))),
  };
}

export const expect = caseGroup('expect', {
  late: expecting('after-body'),
  twice: expecting('twice'),
  'with-length': expecting('with-length'),
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

const REUSED = ['control.session', 'probe.reuse=reused'] as const;

/** On a reused connection, a client may take an error for the end of an idle connection. */
function repeated(second: string, method: string): CaseDeclaration {
  return {
    ...{ level: 'S', clause: 'RFC 9110 §9.2.2', needs: REUSED },
    serve: [compose('body=first'), compose(second), compose('body=again')],
    ask: [{}, { method, bodySize: 100 }],
    expect: all(error({ step: 2 }), exactly(2)),
  };
}

/** A status with Retry-After, and the attempts of a client that repeats requests. */
function retryAfter(retryAfterValue: string): CaseDeclaration {
  return {
    ...{ level: 'B', clause: 'RFC 9110 §10.2.3', supports: ['retry'] },
    serve: [compose(`status=503&header=Retry-After: ${retryAfterValue}&body=busy`)],
    ask: [{ retry: { max: 2 }, timeout: 3 }],
    expect: all(either(ok('busy', { status: 503 }), error({ mayTimeOut: true })), atMost(3)),
  };
}

function waits(value: () => string, seconds: number): CaseDeclaration {
  return {
    ...{ level: 'S', clause: 'RFC 9110 §10.2.3', supports: ['retry'] },
    serve: [compose(`status=503&header=Retry-After: ${value()}`), compose('body=hello')],
    ask: [{ retry: { max: 2 }, timeout: 3 }],
    expect: rule(`no attempt earlier than ${seconds} s`, (seen) => {
      const [first, second] = seen.requests();
      if (!first || !second) return undefined;
      return second.at - first.at >= seconds * 1000 - 20
        ? undefined
        : wrong(`after ${Math.round(second.at - first.at)} ms`);
    }),
  };
}

export const retry = caseGroup('retry', {
  reused: {
    ...{ level: 'S', clause: 'RFC 9110 §9.2.2', needs: REUSED },
    serve: [compose('body=first'), compose('fault=reset@request'), SECOND],
    ask: [{}, {}],
    expect: either(ownSecond, error({ step: 2 })),
  },
  post: repeated('fault=close', 'POST'),
  'post-partial': repeated('body=hello&fault=reset@headers', 'POST'),
  'mid-body': {
    ...{ level: 'X', clause: 'RFC 9112 §8' },
    serve: [compose('body=hello&fault=reset@3'), compose('body=hello')],
    expect: rule('an error, or hello; never parts of two responses', (seen) => {
      const outcome = seen.outcome(1);
      if (outcome.error !== undefined) return outcome.error === 'timeout' ? findingOf(outcome) : undefined;
      return ok('hello').check(seen);
    }),
  },
  'same-bytes': {
    ...{ level: 'X', clause: 'RFC 9110 §9.2.2', supports: ['retry'], needs: ['control.post'] },
    serve: [compose('fault=reset'), compose('fault=reset'), compose('body=hello')],
    ask: [
      {
        method: 'PUT',
        bodySize: 100_000,
        headers: [['Idempotency-Key', 'k1']],
        retry: { max: 2 },
        timeout: 3,
      },
    ],
    expect: all(
      contentIsSent(generatedBody(100_000)),
      holds(
        'the same Idempotency-Key in all attempts',
        (seen) => seen.requests().every(({ fields }) => valuesOf(fields, 'idempotency-key').join() === 'k1'),
        () => 'another key',
      ),
    ),
  },
  bounded: {
    ...{ level: 'S', clause: 'RFC 9110 §9.2.2' },
    serve: [compose('fault=reset')],
    expect: all(error(), atMost(2)),
  },
  max: {
    ...{ level: 'X', clause: 'RFC 9110 §9.2.2', supports: ['retry'] },
    serve: [compose('status=503&body=busy')],
    ask: [{ retry: { max: 2 }, timeout: 5 }],
    expect: all(either(ok('busy', { status: 503 }), error()), exactly(3)),
  },
  'after-seconds': waits(() => '1', 1),
  'after-text': retryAfter('soon'),
  'after-negative': retryAfter('-1'),
  'after-past': retryAfter('Thu, 01 Jan 1970 00:00:00 GMT'),
  'after-huge': retryAfter('3600'),
});

const CHALLENGE = 'status=401&body=no&header=WWW-Authenticate: ';
const AUTH: Pick<CaseDeclaration, 'level' | 'clause' | 'supports'> = {
  level: 'R',
  clause: 'RFC 9110 §11.6.1',
  supports: ['auth'],
};

/** The credentials of Basic (RFC 7617 §2) in the last request. */
function basic(challenge: string, user = 'user', password = 'pass'): CaseDeclaration {
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return {
    ...AUTH,
    // A client that sends credentials at once gets the same challenge, and may end there.
    serve: [compose(`${CHALLENGE}${encodeURIComponent(challenge)}`), compose('body=hello')],
    ask: [{ auth: { scheme: 'basic', user, password } }],
    expect: rule('the credentials in the last request', (seen) => {
      const values = valuesOf(seen.requests().at(-1)?.fields ?? [], 'authorization');
      return values.length === 1 && values[0] === expected
        ? undefined
        : wrong(values.length === 0 ? 'no Authorization' : 'other credentials');
    }),
  };
}

export const auth = caseGroup('auth', {
  basic: basic('Basic realm="a"'),
  utf8: basic('Basic realm="a", charset="UTF-8"', 'us\u00e9r', 'p\u00e4ss'),
  choose: basic('Unknown realm="x", Basic realm="a"'),
  comma: basic('Basic realm="a, b"'),
  wrong: {
    ...AUTH,
    ...{ level: 'B', clause: 'RFC 9110 §11.6.2' },
    serve: [compose(`${CHALLENGE}Basic realm="a"`)],
    ask: [{ auth: { scheme: 'basic', user: 'user', password: 'pass' } }],
    expect: all(ok('no', { status: 401 }), atMost(3)),
  },
});
