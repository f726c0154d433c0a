import { compose, raw } from '../case-port/scripted-response.ts';
import { type CaseDeclaration, caseGroup } from '../verdict/case.ts';
import { either, error, ok, outcomeValue, value } from '../verdict/expectation.ts';
import { notSuccessful } from './rules.ts';

const accepted = value('accepted, or rejected', (seen) => outcomeValue(seen.outcome(1)));

function malformed(fault: string): CaseDeclaration {
  return {
    level: 'B',
    clause: 'RFC 9112 §2.1, §4',
    serve: [compose(`fault=${fault}`)],
    expect: notSuccessful,
  };
}

function unusual(query: string, clause: string): CaseDeclaration {
  return { level: 'I', clause, serve: [compose(query)], expect: accepted };
}

function unknown(status: number): CaseDeclaration {
  return {
    level: 'R',
    clause: 'RFC 9110 §15',
    serve: [compose(`status=${status}&body=hello`)],
    expect: ok('hello', { status }),
  };
}

const cut: Pick<CaseDeclaration, 'level' | 'clause'> = { level: 'R', clause: 'RFC 9112 §8' };

export const status = caseGroup('status', {
  'no-reason': {
    level: 'R',
    clause: 'RFC 9112 §4',
    serve: [compose('fault=status-line:no-reason')],
    expect: ok('hello'),
  },
  'unknown-2xx': unknown(299),
  'unknown-4xx': unknown(499),
  'unknown-5xx': unknown(599),
  text: malformed('status-line:code'),
  'four-digits': malformed('status-line:high'),
  // A recommendation: clients that hand 099 out as a status of 99 break no requirement.
  low: { ...malformed('status-line:low'), level: 'S', clause: 'RFC 9110 §15', revision: 2 },
  empty: malformed('status-line:empty'),
  garbage: malformed('garbage'),
  http09: malformed('status-line:http09'),
  '999': unusual('status=999&body=hello', 'RFC 9110 §15'),
  '399': unusual('status=399&body=hello&header=Location: /target', 'RFC 9110 §15.4'),
  version: unusual('fault=status-line:version', 'RFC 9112 §2.3'),
  late: unusual('fault=status-line:late', 'RFC 9112 §2.2'),
  'no-space': unusual('fault=status-line:no-space', 'RFC 9112 §4'),
  lf: unusual('fault=status-line:lf', 'RFC 9112 §2.2'),
  cut: { ...cut, serve: [raw('fin', 'HTTP/1.1 200 OK\r\n')], expect: error() },
  'cut-half': { ...cut, serve: [raw('fin', 'HTTP/1.1 200 O')], expect: error() },
  'cut-reused': {
    level: 'B',
    clause: 'RFC 9112 §8',
    needs: ['probe.reuse=reused'],
    serve: [compose('body=first'), raw('fin', 'HTTP/1.1 200 O'), compose('body=second')],
    ask: [{}, {}],
    expect: either(error({ step: 2 }), ok('second', { step: 2 })),
  },
});
