import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findViolations } from '#http/message/validation.ts';
import { RESPONSE_LIMITS as limits } from '#test/support/servers/response-limits.ts';
import type { DirectivePairs } from '../../responses/composition/directives.ts';
import { parseCallerRule, SEQUENCE_CALLER_RULES } from './callers.ts';
import { SequenceData } from './data.ts';
import { type Definition, parseDefinition, type Step } from './definition.ts';
import { parseJsonForm } from './json-form.ts';
import { parseUrlForm, readUrlForm } from './url-form.ts';

const step = (directives: DirectivePairs, members: Partial<Step> = {}): Step => ({
  times: 1,
  open: undefined,
  directives,
  ...members,
});

/** The definition of a path behind the key. */
const parse = (source: string): Definition => parseDefinition(parseUrlForm(source), limits);

/** An error with one problem. */
const rejection = (prefix: string, name: string, message: string) => ({
  status: 400,
  message: `${prefix}${name}: ${message}`,
  problems: [{ in: 'path', name, keyword: 'format', message }],
});

describe('the path of a sequence', () => {
  it('has steps, and a path behind end', () => {
    for (const [path, query, source, rest] of [
      ['/sequence/k/end', undefined, '', ''],
      ['/sequence/k/end/', 'a=1', '', ''],
      ['/sequence/k/end/a/end//b', 'a=1', '', 'a/end//b'],
      ['/sequence/k/status=1/then/body=%2F/end/a', undefined, 'status=1/then/body=%2F', 'a'],
      ['/sequence/k/status=1/then', undefined, 'status=1/then', ''],
      ['/sequence/k/status=1', 'body=a', 'status=1?body=a', ''],
      ['/sequence/k/status=1/then', 'body=a', 'status=1/then?body=a', ''],
      ['/sequence/k/', 'body=a', '?body=a', ''],
      ['/sequence/k/', '', '', ''],
      ['/sequence%2Fk%2fstatus=1/end/a', undefined, 'status=1', 'a'],
      ['/sequence/%2Fstatus=1/sequence/k/end', undefined, 'status=1/sequence/k', ''],
    ] as const)
      assert.deepEqual(readUrlForm({ path, query }), { source, rest }, `${path}?${query}`);
  });

  it('has steps of at most 8 KiB', () => {
    const longest = 'x'.repeat(8192);
    assert.equal(readUrlForm({ path: `/sequence/k/${longest}/end/rest`, query: 'a' }).source, longest);
    assert.equal(readUrlForm({ path: `/sequence/k/${'x'.repeat(8190)}`, query: 'a' }).source.length, 8192);
    for (const [path, query] of [
      [`/sequence/k/${longest}x/end`, undefined],
      [`/sequence/k/${longest}`, 'a'],
    ] as const)
      assert.throws(() => readUrlForm({ path, query }), {
        status: 400,
        message: 'The steps are longer than 8 KiB.',
      });
  });

  it('has the directives of a query in its last step', () => {
    const [a, b, c] = [
      ['a', '1'],
      ['b', '/'],
      ['c', '3?'],
    ] as const;
    for (const [source, steps] of [
      ['', [[]]],
      ['a=1', [[a]]],
      ['a=1/b=%2F/then//then/c=3%3F', [[a, b], [], [c]]],
      ['a=1/then/b=/?c=3?&a=1', [[a], [['b', ''], c, a]]],
      ['?a=1', [[a]]],
      ['a=1?', [[a]]],
    ] as const)
      assert.deepEqual(parseUrlForm(source), steps, source);
  });
});

describe('the definition of a sequence', () => {
  it('has directives of steps, of the sequence and of responses in any order', () => {
    assert.deepEqual(parse('by=path/status=503/times=2/body=a/then/after=gone/open=1500ms/then/times=1000'), {
      steps: [
        step(
          [
            ['status', '503'],
            ['body', 'a'],
          ],
          { times: 2 },
        ),
        step([], { open: 1500 }),
        step([], { times: 1000 }),
      ],
      after: 'gone',
      callers: { selector: { kind: 'path', field: '' }, isReplayed: false, text: 'path' },
    });
    for (const after of ['last', 'first', 'gone'])
      assert.equal(parse(`status=200/after=${after}`).after, after);
    // An empty value is none, as of other directives.
    const { steps, after, callers } = parse('status=200/times=/open=/after=/by=');
    assert.deepEqual(steps, [step([['status', '200']])]);
    assert.deepEqual(
      [after, callers],
      ['last', { selector: { kind: 'key', field: '' }, isReplayed: false, text: 'key' }],
    );
  });

  it('distinguishes callers', () => {
    assert.deepEqual(SEQUENCE_CALLER_RULES, [
      'key',
      'path',
      'connection',
      'header:NAME',
      'idempotency',
      'idempotency,replay',
    ]);
    assert.deepEqual(parseCallerRule('idempotency'), {
      selector: undefined,
      isReplayed: false,
      text: 'idempotency',
    });
    assert.deepEqual(parseCallerRule('idempotency,replay'), {
      selector: undefined,
      isReplayed: true,
      text: 'idempotency,replay',
    });
    const message = 'must be key, path, connection, header:NAME, idempotency or idempotency,replay';
    for (const text of ['', 'key,replay', 'address', 'header:', 'header:a b'])
      assert.throws(() => parseCallerRule(text), rejection('', 'by', message), text);
  });

  it('has the number of the invalid step in an error', () => {
    const open = 'must be a number of seconds, or a text such as 500ms, from 0.001 to 86400 seconds';
    for (const [source, error] of [
      ['times=2/open=1', rejection('Step 1: ', 'open', 'cannot be combined with times')],
      ['status=200/then/open=0', rejection('Step 2: ', 'open', open)],
      ['then/then/open=x', rejection('Step 3: ', 'open', open)],
      ['times=0', { message: 'Step 1: times: must be at least 1' }],
      ['times=1001', { message: 'Step 1: times: must be at most 1000' }],
      ['status=200/then/status=99', { status: 400, message: /^Step 2: status: / }],
      ['after=never', { status: 400, message: 'after: must be one of last, first, gone' }],
      ['after=last/then/after=last', { status: 400, message: 'after: must not be given more than once' }],
      ['then/by=me', { message: /^by: must be key/ }],
    ] as const)
      assert.throws(() => parse(source), error, source);
  });

  it('has 64 steps', () => {
    assert.equal(parse('then/'.repeat(63)).steps.length, 64);
    assert.throws(() => parse('then/'.repeat(64)), rejection('', 'steps', 'must be at most 64 steps'));
  });
});

describe('a sequence as data', () => {
  it('is the same as its path', () => {
    for (const [data, source] of [
      [{ steps: ['status=503/times=2/body=a%2Fb'] }, 'status=503/times=2/body=a%2Fb'],
      [{ steps: [''], after: 'gone', by: 'path' }, 'after=gone/by=path'],
      [
        { steps: [{ status: 503, times: 2 }, 'open=1', {}], after: 'first' },
        'status=503/times=2/then/open=1/then/after=first',
      ],
      [{ steps: ['after=gone', 'by=connection'] }, 'after=gone/then/by=connection'],
    ] as const) {
      const { steps, ...rest } = data;
      assert.deepEqual(findViolations(SequenceData, data), []);
      assert.deepEqual(parseJsonForm({ steps: [...steps], ...rest }, limits), parse(source), source);
    }
  });

  it('has at most 64 KiB of names and values', () => {
    const body = (length: number) => ({ steps: [{ body: 'x'.repeat(length) }], after: 'last' as const });
    // The names body and after, and the value last.
    assert.equal(parseJsonForm(body(65_536 - 13), limits).steps.length, 1);
    assert.throws(() => parseJsonForm(body(65_536 - 12), limits), {
      message: 'steps must not be longer than 64 KiB.',
    });
  });

  it('has 1 to 64 steps, and no other members', () => {
    const isValid = (data: unknown) => findViolations(SequenceData, data).length === 0;
    const steps = (length: number) => Array.from({ length }, () => 'status=200');
    assert.deepEqual(
      [0, 1, 64, 65].map((length) => isValid({ steps: steps(length) })),
      [false, true, true, false],
    );
    for (const after of ['last', 'first', 'gone']) assert.equal(isValid({ steps: steps(1), after }), true);
    for (const more of [{ after: 'never' }, { after: '' }, { by: 1 }, { more: 1 }])
      assert.equal(isValid({ steps: steps(1), ...more }), false, JSON.stringify(more));
    assert.deepEqual([isValid({}), isValid({ steps: [1] })], [false, false]);
  });
});
