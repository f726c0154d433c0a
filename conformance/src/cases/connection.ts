import { compose, raw, type ScriptedResponse } from '../case-port/scripted-response.ts';
import { type CaseDeclaration, caseGroup } from '../verdict/case.ts';
import { all, either, error, holds, ok, rule, value, wrong } from '../verdict/expectation.ts';
import { anotherConnection, atMost, ownSecond } from './rules.ts';

const REUSE = ['control.session', 'probe.reuse=reused'] as const;
const SECOND = compose('body=second');

const EXTRA_RESPONSE = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nextra';

/** A response after which RFC 9112 §9.3 and §9.6 permit no further request on the connection. */
function final(first: ScriptedResponse): CaseDeclaration {
  return {
    level: 'R',
    clause: 'RFC 9112 §9.6, §9.3',
    needs: REUSE,
    serve: [first, SECOND],
    ask: [{}, {}],
    expect: anotherConnection,
  };
}

function idleEnd(fault: string): CaseDeclaration {
  return {
    level: 'B',
    clause: 'RFC 9112 §9.5',
    needs: REUSE,
    serve: [compose(`body=first&fault=${fault}`), SECOND],
    ask: [{}, { afterEnd: true }],
    requests: 1,
    expect: all(ok('first'), ownSecond),
  };
}

/** Bytes that no request asked for must not become the response to the next request. */
function unasked(bytes: string, after: number, clause: string, ends = false): CaseDeclaration {
  return {
    level: 'R',
    clause,
    needs: REUSE,
    serve: [compose('body=first', { after, bytes, ends }), SECOND],
    ask: [{}, { wait: 50 + 2 * after }],
    requests: 1,
    // Some clients look at a connection before they use it again only if the last look was a second ago.
    within: 600,
    expect: rule('the second request gets its own response, or an error; never the unasked bytes', (seen) => {
      const { status, error: failure, body = '' } = seen.outcome(2);
      if (failure !== undefined) return undefined;
      const content = Buffer.from(body, 'base64').toString('latin1');
      return status === 200 && content === 'second'
        ? undefined
        : wrong(`status ${status}, ${JSON.stringify(content.slice(0, 40))}`);
    }),
  };
}

export const connection = caseGroup('connection', {
  close: final(compose('body=hello&fault=says-close')),
  'close-case': final(
    raw('stall', 'HTTP/1.1 200 OK\r\nConnection: CLOSE\r\nContent-Length: 5\r\n\r\n', 'hello'),
  ),
  'close-list': final(
    raw('stall', 'HTTP/1.1 200 OK\r\nConnection: x-a, close\r\nContent-Length: 5\r\n\r\n', 'hello'),
  ),
  http10: final(raw('stall', 'HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\n', 'hello')),
  'says-keep': idleEnd('says-keep'),
  'idle-fin': idleEnd('idle-close'),
  'idle-rst': idleEnd('idle-reset'),
  'extra-same-write': unasked(EXTRA_RESPONSE, 0, 'RFC 9112 §9.2'),
  'extra-later': unasked(EXTRA_RESPONSE, 20, 'RFC 9112 §9.2'),
  'extra-bytes': unasked('!'.repeat(16), 0, 'RFC 9112 §6.3'),
  'unasked-408': unasked(
    'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
    20,
    'RFC 9112 §9.2',
    true,
  ),
  unread: {
    level: 'R',
    clause: 'RFC 9112 §9.3',
    supports: ['abort'],
    needs: ['control.session'],
    serve: [compose('bytes=1000000'), SECOND],
    ask: [{ abort: { at: 'headers' } }, {}],
    expect: all(error({ mayTimeOut: true }), ownSecond),
  },
  'half-close': {
    level: 'B',
    clause: 'RFC 9112 §9.6',
    serve: [compose('body=hello&fault=half-close')],
    expect: ok('hello'),
  },
  'early-answer': {
    level: 'S',
    clause: 'RFC 9112 §9.5',
    needs: ['control.post'],
    alone: true,
    revision: 2,
    // A busy server has then read what the kernel had of the content.
    settle: 1000,
    serve: [
      {
        raw: [
          'HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 5\r\n\r\nlarge',
          // A client on a busy machine needs more than 250 ms to see the response.
          { wait: 1000 },
        ],
        // Reads on, and sees how much the client still sends.
        end: 'stall',
        readFirst: 65_536,
      },
    ],
    ask: [{ method: 'POST', bodySize: 20_000_000, timeout: 3 }],
    expect: all(
      either(ok('large', { status: 413 }), error({ mayTimeOut: true })),
      atMost(2),
      holds(
        'not all of the content is sent',
        (seen) => seen.requests().every(({ isComplete }) => !isComplete),
        () => 'all of the content, behind the response',
      ),
    ),
  },
  misdirected: {
    level: 'I',
    clause: 'RFC 9110 §15.5.20',
    serve: [compose('status=421&body=hello'), compose('body=second')],
    expect: value('whether the request is repeated', (seen) =>
      seen.requests().length > 1 ? 'repeated' : 'reported',
    ),
  },
});
