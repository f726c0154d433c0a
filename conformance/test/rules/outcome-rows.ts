import { responsesOf, stepsOf } from '../../src/case-port/scripted-response.ts';
import type { ConformanceCase } from '../../src/verdict/case.ts';
import { answered, at, type Evidence, failed, get, hello, timedOut } from './evidence.ts';
import type { RuleRow } from './rule-rows.ts';

/** The outcomes before a step, and that of the step. */
function step(number: string | undefined, outcome: NonNullable<Evidence['outcomes']>[number]): Evidence {
  const before = Array.from({ length: Number(number ?? 1) - 1 }, () => answered('before'));
  return { outcomes: [...before, outcome] };
}

function withFields(...headers: [string, string][]): Evidence {
  return { outcomes: [{ ...hello, headers }] };
}

/** The content of the response of a case, in its coding. */
function codedBytes({ serve }: ConformanceCase): Buffer {
  const [response] = Object.values(serve).flatMap(responsesOf);
  const bytes = response && 'raw' in response ? stepsOf(response).at(-1) : undefined;
  return Buffer.from(bytes instanceof Uint8Array ? bytes : '');
}

const CODED = 'hello '.repeat(300);

/** Rules about what the client told its user. */
export const OUTCOME_ROWS: readonly RuleRow[] = [
  {
    rule: /^(?:step (\d): )?status (\d+) with (?:no content|"(.*)")$/,
    examples: ([number, text, content = '']) => {
      const status = Number(text);
      const complete = answered(content, status);
      return {
        pass: [step(number, complete), step(number, { ...complete, threw: true })],
        fail: [
          [step(number, answered(`${content}x`, status)), 'x"'],
          [step(number, answered(content, status + 1)), `status ${status + 1}`],
          [step(number, { status, headers: [], size: 12_345 }), '12345 bytes'],
          [step(number, { ...complete, error: 'protocol' }), 'error protocol after status'],
          [step(number, timedOut), 'error timeout', 'hang'],
          [{ outcomes: [] }, 'The step was not made'],
        ],
      };
    },
  },
  {
    rule: /^(?:step (\d): )?an error(, also a time-out)?$/,
    examples: ([number, isLate]) => ({
      pass: [
        step(number, failed),
        step(number, { ...hello, error: 'protocol' }),
        ...(isLate ? [step(number, timedOut)] : []),
      ],
      fail: [
        [step(number, hello), 'status 200, "hello"'],
        [step(number, answered('no', 503)), 'status 503'],
        ...(isLate ? [] : ([[step(number, timedOut), 'error timeout', 'hang']] as const)),
      ],
    }),
  },
  {
    rule: 'an error, or a status from 500; never 2xx',
    examples: {
      pass: [step('1', failed), step('1', answered('', 500)), step('1', answered('', 999))],
      fail: [
        [step('1', hello), 'status 200'],
        [step('1', answered('', 499)), 'status 499'],
        [step('1', { body: '' }), 'status none'],
        [step('1', timedOut), 'error timeout', 'hang'],
      ],
    },
  },
  {
    rule: 'an error, or hello; never parts of two responses',
    examples: {
      pass: [step('1', failed), step('1', hello)],
      fail: [
        [step('1', answered('helhello')), '"helhello"'],
        [step('1', answered('hel')), '"hel"'],
        [step('1', timedOut), 'error timeout', 'hang'],
      ],
    },
  },
  {
    rule: /^an outcome(?: before the deadline|; the process goes on)$/,
    examples: {
      pass: [step('1', failed), step('1', hello)],
      fail: [[step('1', timedOut), 'error timeout', 'hang']],
    },
  },
  {
    rule: 'an error before the deadline, also a time-out',
    examples: {
      pass: [step('1', failed), step('1', timedOut)],
      fail: [[step('1', answered('', 103)), 'status 103']],
    },
  },
  {
    rule: 'content that ends without close_notify is not complete',
    examples: { pass: [step('1', failed)], fail: [[step('1', answered('hel')), 'complete']] },
  },
  {
    rule: 'followed, reported, or an error before the deadline',
    examples: {
      pass: [step('1', hello), step('1', answered('', 302)), step('1', failed)],
      fail: [[step('1', answered('', 500)), 'status 500']],
    },
  },
  {
    rule: /^(?:status (\d+)|(101)|(?:a|the) redirect) reported$/,
    examples: ([status, switching]) => {
      const expected = Number(status ?? switching ?? 302);
      return {
        pass: [step('1', answered('any', expected))],
        fail: [
          [step('1', hello), 'status 200'],
          [step('1', failed), 'error connection'],
          [step('1', timedOut), 'error timeout', 'hang'],
        ],
      };
    },
  },
  {
    rule: 'the second request gets its own response, or an error',
    examples: {
      pass: [step('2', answered('second')), step('2', failed)],
      fail: [
        [step('2', answered('first')), '"first"'],
        [step('2', answered('', 103)), 'status 103'],
      ],
    },
  },
  {
    rule: 'the second request gets its own response, or an error; never the unasked bytes',
    examples: {
      pass: [step('2', answered('second')), step('2', failed)],
      fail: [
        [step('2', answered('extra')), '"extra"'],
        [step('2', answered('second', 408)), 'status 408'],
      ],
    },
  },
  {
    rule: 'no content in the first outcome',
    examples: {
      pass: [step('1', answered('', 204)), step('1', failed), step('1', { status: 304, size: 0 })],
      fail: [
        [step('1', answered('extra', 204)), 'content'],
        [step('1', { status: 204, size: 5 }), 'content'],
      ],
    },
  },
  {
    rule: /^step (\d): the content second, from the server$/,
    examples: ([number]) => ({
      pass: [step(number, answered('second'))],
      fail: [
        [step(number, answered('first')), '"first"'],
        [step(number, failed), '""'],
      ],
    }),
  },
  {
    rule: /^(X-Fault) with SP in place of the octet$/,
    examples: ([name = '']) => ({
      pass: [withFields([name.toLowerCase(), 'a b'])],
      fail: [
        [withFields([name, 'a\0b']), 'X-Fault "a\\u0000b"'],
        [withFields([name, 'a b'], [name, 'a b']), ' and '],
        [withFields(), 'X-Fault absent'],
        [step('1', timedOut), 'error timeout', 'hang'],
      ],
    }),
  },
  {
    rule: 'X-Fault with one or more SP in place of the fold',
    examples: {
      pass: [withFields(['X-Fault', '1 2']), withFields(['x-fault', '1   2'])],
      fail: [
        [withFields(['X-Fault', '1\r\n 2']), '1\\r\\n 2'],
        [withFields(['X-Fault', '12']), '"12"'],
        [withFields(['X-Fault', '1']), '"1"'],
        [step('1', failed), 'error connection'],
      ],
    },
  },
  {
    rule: /^(\S+) not among the fields$/,
    examples: ([name = '']) => ({
      pass: [withFields(), withFields([`${name}-Other`, '1'])],
      fail: [
        [withFields([name.toUpperCase(), '1']), `${name} "1"`],
        [step('1', failed), 'error connection'],
      ],
    }),
  },
  {
    rule: 'x-mixed found in any case, once, as 1',
    examples: {
      pass: [withFields(['X-MIXED', '1'])],
      fail: [
        [withFields(['x-mixed', '1'], ['x-MiXeD', '1']), '"1" and "1"'],
        [withFields(['x-mixed', '2']), '"2"'],
        [withFields(), 'absent'],
      ],
    },
  },
  {
    rule: 'X-A present and empty',
    examples: {
      pass: [withFields(['x-a', ''])],
      fail: [
        [withFields(), 'absent'],
        [withFields(['x-a', ' ']), '" "'],
      ],
    },
  },
  {
    rule: 'X-A exactly 1, without white space',
    examples: { pass: [withFields(['X-A', '1'])], fail: [[withFields(['X-A', ' 1 ']), '" 1 "']] },
  },
  {
    rule: 'X-A 1 and 2 in order, or joined',
    examples: {
      pass: [withFields(['X-A', '1'], ['x-a', '2']), withFields(['X-A', '1,2']), withFields(['X-A', '1, 2'])],
      fail: [
        [withFields(['X-A', '2'], ['X-A', '1']), '"2" and "1"'],
        [withFields(['X-A', '2']), '"2"'],
      ],
    },
  },
  {
    rule: 'Set-Cookie twice, each with its own value',
    examples: {
      pass: [withFields(['set-cookie', 'a=1; Expires=x'], ['set-cookie', 'b=2; Expires=x'])],
      fail: [
        [withFields(['set-cookie', 'a=1; Expires=x, b=2; Expires=x']), 'a=1'],
        [withFields(['set-cookie', 'b=2; x'], ['set-cookie', 'a=1; x']), '"b=2'],
      ],
    },
  },
  {
    rule: /^status 200 with 1800 bytes(, or an error)?; .* does not ask for (.*)$/,
    examples: ([mayFail, label = ''], declared) => {
      const asking = at('a', get('/', `Accept-Encoding: ${label}`));
      const other = at('a', get('/', 'Accept-Encoding: other'));
      const raw = answered(codedBytes(declared));
      return {
        pass: [
          { outcomes: [answered(CODED)], ports: asking },
          { outcomes: [failed], ports: other },
          { outcomes: [raw], ports: other },
          ...(mayFail ? [{ outcomes: [failed], ports: asking }] : []),
        ],
        fail: [
          ...(mayFail ? [] : ([[{ outcomes: [failed], ports: asking }, 'error connection']] as const)),
          [{ outcomes: [raw], ports: asking }, 'status 200'],
          [{ outcomes: [answered(CODED.slice(0, 900))], ports: other }, '900 bytes'],
          [{ outcomes: [timedOut], ports: other }, 'error timeout', 'hang'],
        ],
      };
    },
  },
  {
    rule: /^an error; .* does not ask for (.*)$/,
    examples: ([label = ''], declared) => {
      const asking = at('a', get('/', `Accept-Encoding: ${label}`));
      const other = at('a', get('/'));
      return {
        pass: [
          { outcomes: [failed], ports: asking },
          { outcomes: [answered(codedBytes(declared))], ports: other },
        ],
        fail: [
          [{ outcomes: [answered('line 0')], ports: asking }, '"line 0"'],
          [{ outcomes: [answered('line 0')], ports: other }, '"line 0"'],
          [{ outcomes: [answered(codedBytes(declared))], ports: asking }, 'status 200'],
          [{ outcomes: [timedOut], ports: other }, 'error timeout', 'hang'],
        ],
      };
    },
  },
  {
    rule: 'an error, or the coded bytes',
    examples: (_, declared) => ({
      pass: [step('1', failed), step('1', answered(codedBytes(declared)))],
      fail: [
        [step('1', answered(Buffer.alloc(100_000))), '100000 bytes'],
        [step('1', timedOut), 'error timeout', 'hang'],
      ],
    }),
  },
];
