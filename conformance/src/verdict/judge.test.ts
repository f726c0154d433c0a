import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  answered,
  at,
  type Evidence,
  failed,
  get,
  hello,
  observe,
  refused,
  timedOut,
} from '../../test/rules/evidence.ts';
import type { AdapterResult } from '../adapter/adapter.ts';
import type { Outcome } from '../adapter/messages.ts';
import { compose, raw, responsesOf } from '../case-port/scripted-response.ts';
import { allCases } from '../cases/index.ts';
import { type CaseDeclaration, type ConformanceCase, caseGroup } from './case.ts';
import { all, either, error, holds, ok, value } from './expectation.ts';
import { judge } from './judge.ts';
import type { Verdict } from './verdict.ts';

function caseOf(declared: Partial<CaseDeclaration>): ConformanceCase {
  const defaults = {
    level: 'R',
    clause: 'RFC 9110 §1',
    serve: [compose('body=hello')],
    expect: ok('hello'),
  } as const;
  const [declaredCase] = caseGroup('test', { case: { ...defaults, ...declared } });
  assert.ok(declaredCase);
  return declaredCase;
}

function resultsOf(outcomes: NonNullable<Evidence['outcomes']>): AdapterResult[] {
  return outcomes.map((outcome, index) => ({ kind: 'outcome', outcome: { id: index + 1, ...outcome } }));
}

function verdictOf(
  declared: Partial<CaseDeclaration>,
  evidence: Evidence,
  ...results: readonly AdapterResult[]
): Verdict {
  const { outcomes = [] } = evidence;
  return judge(caseOf(declared), results.length > 0 ? results : resultsOf(outcomes), observe(evidence));
}

/** A request, and the outcome of it. */
function asked(outcome: Omit<Outcome, 'id'>): Evidence {
  return { outcomes: [outcome], ports: at('a', get()) };
}

const served = (
  response: Parameters<typeof responsesOf>[0],
  faults: string[] = [],
  problems: string[] = [],
) => responsesOf(response).map((each) => ({ path: '/', response: each, faults, problems }));

describe('the verdict of a run', () => {
  it('is that of the rule with evidence', () => {
    assert.deepEqual(verdictOf({}, asked(hello)), { result: 'pass' });
    assert.deepEqual(verdictOf({}, asked(answered('hallo'))), {
      result: 'fail',
      reason: 'wrong',
      got: 'status 200, "hallo"',
    });
    assert.deepEqual(verdictOf({}, asked(timedOut)), {
      result: 'fail',
      reason: 'hang',
      got: 'error timeout',
    });
    const method = value('the method', (seen) => seen.requests()[0]?.method ?? 'none');
    assert.deepEqual(verdictOf({ expect: method }, asked(hello)), { result: 'value', value: 'GET' });
  });

  it('is a crash, a hang or unsupported by the last result, whatever the rule is', () => {
    const evidence = asked(hello);
    assert.deepEqual(verdictOf({}, evidence, { kind: 'lost', how: 'exit code 7' }), {
      result: 'fail',
      reason: 'crash',
      got: 'the adapter ended: exit code 7',
    });
    assert.deepEqual(verdictOf({}, evidence, { kind: 'hang' }), {
      result: 'fail',
      reason: 'hang',
      got: 'no outcome of step 1 before the deadline',
    });
    const unsupported: AdapterResult = { kind: 'outcome', outcome: { id: 1, unsupported: 'no trailers' } };
    assert.deepEqual(verdictOf({}, evidence, unsupported), { result: 'unsupported', reason: 'no trailers' });
  });

  const raws = [raw('fin', 'HTTP/1.1 200 OK\r\n', { wait: 1 }, 'rest')];
  const rows: [string, Partial<CaseDeclaration>, Evidence, RegExp, ...AdapterResult[]][] = [
    ['the adapter failed', {}, asked({ adapterError: 'no module' }), /^adapter: no module$/],
    [
      'the line of the adapter is invalid',
      {},
      asked(hello),
      /^no status$/,
      { kind: 'invalid', message: 'no status' },
    ],
    ['the client refused the request', {}, { outcomes: [refused] }, /^the client refused the request$/],
    ['fewer requests arrived', { ask: [{}, {}] }, asked(hello), /^1 of 2 requests arrived$/],
    ['no request arrived', {}, { outcomes: [failed] }, /^0 of 1 requests arrived$/],
    [
      'a response is reported that nobody sent',
      { requests: 0 },
      { outcomes: [hello] },
      /^a response, but no request arrived$/,
    ],
    [
      'no handshake began',
      { requests: 0, handshakes: ['a'] },
      { outcomes: [failed], ports: { a: [[]] } },
      /^no handshake began at a$/,
    ],
    [
      'the requests are too far apart',
      { ask: [{}, {}], within: 600 },
      { outcomes: [hello, hello], ports: { a: [{ client: [get(), get()], at: [10, 611] }] } },
      /^the requests are 601 ms apart, more than 600 ms$/,
    ],
    ['the client did not send its field', { sends: ['X-A'] }, asked(hello), /^the client did not send X-A$/],
    [
      'the server did not send a text',
      { evidence: ['HTTP/1.1 103 '] },
      asked(hello),
      /^the server did not send "HTTP\/1\.1 103 "$/,
    ],
    [
      'the response could not be sent',
      {},
      { ...asked(hello), served: served([compose('x')], [], ['a mistake']) },
      /^the response could not be sent: a mistake$/,
    ],
    [
      'the fault was not sent',
      {},
      { ...asked(failed), served: served([compose('fault=close')]) },
      /^the fault close was not sent$/,
    ],
    [
      'the bytes were not sent',
      {},
      { ...asked(failed), served: served(raws) },
      /^the server did not send "HTTP\/1\.1 200 OK/,
    ],
    [
      'the server did not end behind the bytes',
      {},
      {
        outcomes: [hello],
        served: served([raw('fin', 'HTTP/1.1 200 OK\r\n')]),
        ports: { a: [{ client: [get()], server: 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello' }] },
      },
      /^the server sent other bytes than those of the response$/,
    ],
    [
      'the server did not send the bytes one by one',
      {},
      {
        outcomes: [hello],
        served: served([raw('fin', { repeat: 'H', count: 1, wait: 400 }, 'TTP')]),
        ports: { a: [{ client: [get()], server: 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello' }] },
      },
      /^the server sent other bytes than those of the response$/,
    ],
  ];
  for (const [title, declared, evidence, reason, ...results] of rows)
    it(`is inconclusive if ${title}`, () => {
      const verdict = verdictOf(declared, evidence, ...results);
      assert.equal(verdict.result, 'inconclusive');
      assert.match(verdict.reason ?? '', reason);
      assert.equal(verdict.isUnsent === true, /server did not|not be sent|was not sent/.test(title + reason));
    });

  it('is a failure of a request whose defect is why the server could not answer', () => {
    const sent = holds(
      'a complete request',
      (seen) => seen.requests().every(({ isComplete }) => isComplete),
      () => 'an incomplete one',
    );
    const missing = served([compose('fault=reset')]);
    const evidence = (request: string): Evidence => ({
      outcomes: [timedOut],
      served: missing,
      ports: { a: [[request]] },
    });
    const incomplete = get('/', 'Content-Length: 5');
    assert.deepEqual(verdictOf({ sent }, evidence(incomplete)), {
      result: 'fail',
      reason: 'wrong',
      got: 'an incomplete one',
    });
    assert.equal(verdictOf({ sent }, evidence(get())).result, 'inconclusive');
  });

  it('shows the class and the message of an error, if its request did not arrive', () => {
    for (const error of ['invalid-request', 'other'] as const) {
      const verdict = verdictOf({}, { outcomes: [{ error, message: 'bad header' }] });
      assert.equal(verdict.result, 'inconclusive');
      assert.equal(verdict.got, `error ${error} (bad header)`);
    }
  });

  it('has evidence when the client refuses what it may refuse, and when faults and bytes were sent', () => {
    const refusal = { mayRefuse: true, requests: 0, expect: error() };
    for (const refusedAs of [refused, failed, { error: 'other' }] as const)
      assert.equal(verdictOf(refusal, { outcomes: [refusedAs] }).result, 'pass');
    const fault = { ...asked(failed), served: served([compose('fault=close')], ['close']) };
    assert.equal(verdictOf({ expect: error() }, fault).result, 'pass');
    // What follows a wait is not sent to a client that has ended the connection.
    const bytes: Evidence = {
      outcomes: [failed],
      served: served(raws),
      ports: { a: [{ client: [get()], server: 'HTTP/1.1 200 OK\r\n' }] },
    };
    assert.equal(verdictOf({ expect: error() }, bytes).result, 'pass');
    // An adapter that sent the request has not refused it.
    assert.equal(verdictOf({ expect: error() }, asked(refused)).result, 'pass');
  });
});

describe('a request without an outcome', () => {
  it('is a hang, also where no connection was opened', () => {
    const reached = verdictOf({}, { ports: at('a', get()) }, { kind: 'hang' });
    assert.deepEqual([reached.result, reached.reason], ['fail', 'hang']);
    assert.equal(reached.got, 'no outcome of step 1 before the deadline');
    const unreached = verdictOf({}, {}, { kind: 'hang' });
    assert.deepEqual([unreached.result, unreached.reason], ['fail', 'hang']);
    assert.equal(unreached.got, 'no outcome of step 1 before the deadline, and no connection');
  });
});

describe('every case is inconclusive', () => {
  const successes = ({ ask }: ConformanceCase) => ask.map(() => hello);

  it('if the client reports responses, and nothing arrived', () => {
    for (const declared of allCases) {
      const outcomes = successes(declared);
      const { result } = judge(declared, resultsOf(outcomes), observe({ outcomes }));
      assert.equal(result, 'inconclusive', declared.id);
    }
  });

  it('if the client refuses the request, unless the case is about that', () => {
    for (const declared of allCases) {
      const outcomes = declared.ask.map(() => refused);
      const { result } = judge(declared, resultsOf(outcomes), observe({ outcomes }));
      assert.equal(result === 'inconclusive', !declared.mayRefuse, declared.id);
    }
  });

  it('if a response with a fault, or of bytes, was chosen, and the server sent nothing', () => {
    for (const declared of allCases) {
      const [port = 'a'] = Object.keys(declared.serve);
      const responses = Object.values(declared.serve).flatMap(responsesOf);
      const broken = responses.filter((each) =>
        'compose' in each ? /fault=/.test(each.compose) || each.behind : isWritten(each),
      );
      if (broken.length === 0) continue;
      const outcomes = successes(declared);
      const requests = declared.ask.map(() => get('/', ...declared.sends.map((name) => `${name}: 1`)));
      const ports = Object.fromEntries(
        [port, ...declared.handshakes].map((each) => [each, [{ client: requests }]]),
      );
      const evidence = {
        outcomes,
        ports,
        served: broken.map((response) => ({ path: '/', response, faults: [], problems: [] })),
      };
      const { result, reason } = judge(declared, resultsOf(outcomes), observe(evidence));
      assert.equal(result, 'inconclusive', `${declared.id}: ${reason}`);
    }
  });
});

/** Whether a raw response begins with bytes. */
function isWritten(response: ReturnType<typeof responsesOf>[number]): boolean {
  const [first] = 'raw' in response && typeof response.raw !== 'function' ? response.raw : [];
  return typeof first === 'string';
}

describe('a rule that is made of others', () => {
  const yes = (text: string) =>
    holds(
      text,
      () => true,
      () => 'nothing',
    );
  const no = (text: string) =>
    holds(
      text,
      () => false,
      () => text,
    );
  const seen = observe({});

  it('of all fails by the first that fails', () => {
    assert.equal(all(yes('a'), yes('b')).check(seen), undefined);
    assert.deepEqual(all(yes('a'), no('b'), no('c')).check(seen), { reason: 'wrong', got: 'b' });
    assert.equal(all(yes('a'), no('b')).text, 'a; b');
  });

  it('of one of them passes if one passes, and fails by the first', () => {
    assert.equal(either(no('a'), yes('b')).check(seen), undefined);
    assert.equal(either(yes('a'), no('b')).check(seen), undefined);
    assert.deepEqual(either(no('a'), no('b')).check(seen), { reason: 'wrong', got: 'a' });
    assert.equal(either(yes('a'), no('b')).text, 'a, or b');
  });
});
