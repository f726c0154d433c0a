import { compose, head, raw } from '../case-port/scripted-response.ts';
import { type CaseDeclaration, caseGroup } from '../verdict/case.ts';
import { all, either, error, ok, outcomeValue, reported, value } from '../verdict/expectation.ts';
import { anyOutcome, fieldIs, fieldIsAbsent } from './rules.ts';

const NAME = 'X-Fault';

/** A response of five bytes with these field lines. */
function withLines(...lines: readonly string[]) {
  return raw('fin', head(...lines, 'Content-Length: 5', 'Connection: close'), 'hello');
}

/** RFC 9110 §5.5: a recipient rejects the message, or replaces the octet by SP. */
function forbiddenOctet(fault: string): CaseDeclaration {
  return {
    level: 'R',
    clause: 'RFC 9110 §5.5',
    serve: [compose(`body=hello&fault=field:${fault}`)],
    expect: either(
      error(),
      all(
        ok('hello'),
        fieldIs(
          NAME,
          'with SP in place of the octet',
          (values) => values.length === 1 && values[0] === 'a b',
        ),
      ),
    ),
  };
}

function choice(fault: string, clause: string): CaseDeclaration {
  return {
    level: 'I',
    clause,
    serve: [compose(`body=hello&fault=field:${fault}`)],
    expect: value('rejected, or what was reported', (seen) => {
      const outcome = seen.outcome(1);
      if (outcome.error !== undefined) return outcomeValue(outcome);
      const values = reported(outcome, NAME);
      return values.length === 0 ? 'the line is ignored' : `${JSON.stringify(values)}`;
    }),
  };
}

function large(fault: string): CaseDeclaration {
  return {
    level: 'B',
    clause: 'RFC 9110 §5.4',
    serve: [compose(`body=hello&fault=field:${fault}`)],
    expect: either(ok('hello'), error()),
  };
}

export const field = caseGroup('field', {
  case: {
    level: 'R',
    clause: 'RFC 9110 §5.1',
    serve: [compose('body=hello&header=x-MiXeD: 1')],
    expect: fieldIs(
      'x-mixed',
      'found in any case, once, as 1',
      (values) => values.length === 1 && values[0] === '1',
    ),
  },
  empty: {
    level: 'R',
    clause: 'RFC 9110 §5.5',
    serve: [withLines('X-A:')],
    expect: fieldIs('X-A', 'present and empty', (values) => values.length === 1 && values[0] === ''),
  },
  spaces: {
    level: 'R',
    clause: 'RFC 9110 §5.5',
    serve: [withLines('X-A:  1 \t')],
    expect: fieldIs(
      'X-A',
      'exactly 1, without white space',
      (values) => values.length === 1 && values[0] === '1',
    ),
  },
  repeat: {
    level: 'R',
    clause: 'RFC 9110 §5.3',
    serve: [withLines('X-A: 1', 'X-A: 2')],
    expect: fieldIs('X-A', '1 and 2 in order, or joined', (values) => /^1,\s?2$/.test(values.join(', '))),
  },
  'set-cookie': {
    level: 'R',
    clause: 'RFC 9110 §5.3',
    supports: ['raw-fields'],
    serve: [
      withLines(
        'Set-Cookie: a=1; Expires=Wed, 09 Jun 2100 10:18:14 GMT',
        'Set-Cookie: b=2; Expires=Wed, 09 Jun 2100 10:18:14 GMT',
      ),
    ],
    expect: fieldIs(
      'Set-Cookie',
      'twice, each with its own value',
      (values) =>
        values.length === 2 &&
        values[0]?.startsWith('a=1;') === true &&
        values[1]?.startsWith('b=2;') === true,
    ),
  },
  fold: {
    level: 'R',
    clause: 'RFC 9112 §5.2',
    serve: [compose('body=hello&fault=field:fold')],
    evidence: [`${NAME}: 1\r\n 2`],
    expect: all(
      ok('hello'),
      fieldIs(
        NAME,
        'with one or more SP in place of the fold',
        (values) => values.length === 1 && /^1 +2$/.test(values[0] ?? ''),
      ),
    ),
  },
  nul: forbiddenOctet('nul'),
  'bare-cr': forbiddenOctet('bare-cr'),
  'space-first': {
    level: 'R',
    clause: 'RFC 9112 §2.2',
    serve: [
      raw('fin', 'HTTP/1.1 200 OK\r\n X-Space: 1\r\nContent-Length: 5\r\nConnection: close\r\n\r\n', 'hello'),
    ],
    expect: either(error(), all(ok('hello'), fieldIsAbsent('X-Space'))),
  },
  'no-colon': choice('no-colon', 'RFC 9112 §5'),
  'space-colon': choice('space-colon', 'RFC 9112 §5.1'),
  'no-name': choice('no-name', 'RFC 9112 §5'),
  latin1: choice('latin1', 'RFC 9110 §5.5'),
  long: large('long:100000'),
  many: large('many:1000'),
  endless: {
    level: 'B',
    clause: 'RFC 9110 §17.5',
    serve: [compose('body=hello&fault=field:endless')],
    expect: all(error(), anyOutcome),
  },
});
