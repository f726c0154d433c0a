import { generatedBody } from '../adapter/messages.ts';
import { compose } from '../case-port/scripted-response.ts';
import { type CaseDeclaration, caseGroup } from '../verdict/case.ts';
import { all, either, error, findingOf, holds, ok, rule, wrong } from '../verdict/expectation.ts';
import { valuesOf } from '../wire/request-reader.ts';
import { atMost, contentIsSent, exactly, ownSecond } from './rules.ts';

const SECOND = compose('body=second');
const REUSED = ['control.session', 'probe.reuse=reused'] as const;

/** On a reused connection, a client may take an error for the end of an idle connection. */
function repeated(second: string, method: string): CaseDeclaration {
  return {
    level: 'S',
    clause: 'RFC 9110 §9.2.2',
    needs: REUSED,
    serve: [compose('body=first'), compose(second), compose('body=again')],
    ask: [{}, { method, bodySize: 100 }],
    expect: all(error({ step: 2 }), exactly(2)),
  };
}

/** A status with Retry-After, and the attempts of a client that repeats requests. */
function retryAfter(retryAfterValue: string): CaseDeclaration {
  return {
    level: 'B',
    clause: 'RFC 9110 §10.2.3',
    supports: ['retry'],
    serve: [compose(`status=503&header=Retry-After: ${retryAfterValue}&body=busy`)],
    ask: [{ retry: { max: 2 }, timeout: 3 }],
    expect: all(either(ok('busy', { status: 503 }), error({ mayTimeOut: true })), atMost(3)),
  };
}

/** The first attempt gets this `Retry-After`, which permits no other one within the second. */
function waits(retryAfterValue: (now: number) => string): CaseDeclaration {
  return {
    level: 'S',
    clause: 'RFC 9110 §10.2.3',
    supports: ['retry'],
    serve: [
      {
        raw: (now) => [
          `HTTP/1.1 503 Busy\r\nRetry-After: ${retryAfterValue(now)}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
        ],
        end: 'fin',
      },
      compose('body=hello'),
    ],
    ask: [{ retry: { max: 2 }, timeout: 3 }],
    expect: rule('no attempt earlier than 1 s', (seen) => {
      const [first, second] = seen.requests();
      if (!first || !second) return undefined;
      return second.at - first.at >= 980 ? undefined : wrong(`after ${Math.round(second.at - first.at)} ms`);
    }),
  };
}

const repeatsAreComplete = holds(
  'each repeated request is complete',
  (seen) =>
    seen
      .requests()
      .slice(1)
      .every(({ isComplete }) => isComplete),
  (seen) => {
    const { content } = seen.requests().find(({ isComplete }) => !isComplete) ?? {};
    return `a repeated request that ends after ${content?.length} bytes`;
  },
);

export const retry = caseGroup('retry', {
  reused: {
    level: 'S',
    clause: 'RFC 9110 §9.2.2',
    needs: REUSED,
    serve: [compose('body=first'), compose('fault=reset@request'), SECOND],
    ask: [{}, {}],
    expect: either(ownSecond, error({ step: 2 })),
  },
  post: repeated('fault=close', 'POST'),
  'post-partial': repeated('body=hello&fault=reset@headers', 'POST'),
  'mid-body': {
    level: 'X',
    clause: 'RFC 9112 §8',
    serve: [compose('body=hello&fault=reset@3'), compose('body=hello')],
    expect: rule('an error, or hello; never parts of two responses', (seen) => {
      const outcome = seen.outcome(1);
      if (outcome.error !== undefined) return outcome.error === 'timeout' ? findingOf(outcome) : undefined;
      return ok('hello').check(seen);
    }),
  },
  'same-bytes': {
    level: 'X',
    clause: 'RFC 9110 §9.2.2',
    supports: ['retry'],
    needs: ['control.post'],
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
    // The server answers a request when all of it has arrived, so one that stays incomplete gets no response, and is the finding.
    sent: repeatsAreComplete,
    revision: 2,
    expect: all(
      repeatsAreComplete,
      contentIsSent(generatedBody(100_000)),
      holds(
        'the same Idempotency-Key in all attempts',
        (seen) => seen.requests().every(({ fields }) => valuesOf(fields, 'idempotency-key').join() === 'k1'),
        () => 'another key',
      ),
    ),
  },
  bounded: {
    level: 'S',
    clause: 'RFC 9110 §9.2.2',
    serve: [compose('fault=reset')],
    expect: all(error(), atMost(2)),
  },
  max: {
    level: 'X',
    clause: 'RFC 9110 §9.2.2',
    supports: ['retry'],
    serve: [compose('status=503&body=busy')],
    ask: [{ retry: { max: 2 }, timeout: 5 }],
    expect: all(either(ok('busy', { status: 503 }), error()), exactly(3)),
  },
  'after-seconds': waits(() => '1'),
  // Dates have whole seconds, and clients round down.
  'after-date': waits((now) => new Date(now + 2500).toUTCString()),
  'after-text': retryAfter('soon'),
  'after-negative': retryAfter('-1'),
  'after-past': retryAfter('Thu, 01 Jan 1970 00:00:00 GMT'),
  'after-huge': retryAfter('3600'),
});
