import { compose, head, raw } from '../case-port/scripted-response.ts';
import { type CaseDeclaration, caseGroup } from '../verdict/case.ts';
import { all, either, error, findingOf, ok, rule } from '../verdict/expectation.ts';
import { fieldIsAbsent, ownSecond } from './rules.ts';

/** Responses of 1xx precede the final one (RFC 9110 §15.2). */
function before(...statuses: readonly number[]): CaseDeclaration {
  const informs = statuses.map((status) => `inform=${status}&`).join('');
  return {
    level: 'R',
    clause: 'RFC 9110 §15.2',
    serve: [compose(`${informs}body=hello`)],
    evidence: statuses.map((status) => `HTTP/1.1 ${status} `),
    expect: ok('hello'),
  };
}

const INTERIM = 'HTTP/1.1 103 Early Hints\r\nX-A: 1\r\n\r\n';

export const informational = caseGroup('informational', {
  '100': before(100),
  '102': before(102),
  '103': before(103),
  '199': before(199),
  many: before(...Array.from({ length: 10 }, () => 103)),
  'fields-apart': {
    level: 'R',
    clause: 'RFC 8297 §2',
    serve: [compose('inform=103;Link: </a>&body=hello')],
    evidence: ['Link: </a>'],
    expect: all(ok('hello'), fieldIsAbsent('Link')),
  },
  'with-length': {
    level: 'R',
    clause: 'RFC 9110 §15.2',
    serve: [
      raw(
        'fin',
        'HTTP/1.1 103 Early Hints\r\nContent-Length: 5\r\n\r\n',
        { wait: 20 },
        head('Content-Length: 5', 'Connection: close'),
        'hello',
      ),
    ],
    evidence: ['HTTP/1.1 103 Early Hints\r\nContent-Length: 5'],
    expect: ok('hello'),
  },
  late: {
    level: 'X',
    clause: 'RFC 9110 §15.2',
    needs: ['control.session'],
    requests: 1,
    serve: [compose('inform=103&delay=0.15&body=first'), compose('body=second')],
    ask: [{}, {}],
    expect: all(
      rule('the second request gets its own response, or an error', (seen) => {
        const outcome = seen.outcome(2);
        return outcome.error === undefined ? ownSecond.check(seen) : undefined;
      }),
    ),
  },
  endless: {
    // Revision 1 sent two in a second, so that no bound of a client could be seen, but only what its limit of time means.
    level: 'B',
    clause: 'RFC 9110 §15.2',
    revision: 2,
    serve: [raw('stall', { repeat: INTERIM.repeat(100), count: 100, wait: 0 })],
    evidence: ['HTTP/1.1 103 Early Hints'],
    expect: rule('an error before the deadline, also a time-out', (seen) => {
      const outcome = seen.outcome(1);
      return outcome.error === undefined ? findingOf(outcome) : undefined;
    }),
  },
  'unasked-101': {
    level: 'B',
    clause: 'RFC 9110 §15.2',
    revision: 2,
    serve: [
      raw(
        'fin',
        'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: foo\r\n\r\n',
        'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
      ),
    ],
    expect: either(
      error(),
      rule('101 reported', (seen) =>
        seen.outcome(1).status === 101 ? undefined : findingOf(seen.outcome(1)),
      ),
      // "A user agent MAY ignore unexpected 1xx responses."
      ok('hello'),
    ),
  },
});
