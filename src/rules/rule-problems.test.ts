import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OperationError } from '#control/operations/state/errors.ts';
import { normalizeRules } from '#control/operations/state/normalize-rules.ts';
import { serve } from '#test/support/servers/serve.ts';
import { problemsOfCombination } from './effect-problems.ts';
import { problemsOfMatch } from './match-problems.ts';
import { type RuleEffects, RuleInput, type RuleMatch } from './rule.ts';

const names = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, '1']));

const textsOf = (
  problems: readonly { readonly path: readonly (string | number)[]; readonly message: string }[],
) => problems.map(({ path, message }) => `${path.join('.')} ${message}`);

describe('the problems of the match of a rule', () => {
  it('are those of its bin, its method, its length and its number of names', () => {
    const ofBin = 'match.bin must be 1 to 64 letters, digits, dots, underscores, tildes and hyphens';
    const ofNames = 'match must not have more than 100 names of parameters, headers, cookies and fields';
    const cases: readonly (readonly [rule: RuleInput, ...problems: readonly string[]])[] = [
      [{}],
      [{ match: { method: 'REMOVE', path: '/a' } }],
      [{ match: { method: ['GET', 'a b'] } }, 'match.method must be a method, such as POST'],
      [{ match: { method: { is: '' } } }, 'match.method must be a method, such as POST'],
      [{ match: { method: { like: 'a b' } } }],
      [
        { match: { path: '/{a' } },
        'match.path must be a template: a template has {name} or {name:int} in a segment, or {rest*} at its end; `like` compares patterns, `is` compares literally',
      ],
      [{ match: { bin: 'a.B_1~-' } }],
      [{ match: { bin: 'x'.repeat(64) } }],
      [{ match: { bin: 'x'.repeat(65) } }, ofBin],
      [{ match: { bin: '' } }, ofBin],
      [{ match: { bin: { like: 'a/b' } } }],
      [{ match: { bin: 'a' }, bin: 'a' }],
      [{ match: { bin: { like: 'a*' } }, bin: 'a' }],
      [{ match: { bin: { like: 'b' } }, bin: 'a' }, 'match.bin must be a, the bin of the rule, or absent'],
      [{ match: { bin: 'b' }, bin: 'a' }, 'match.bin must be a, the bin of the rule, or absent'],
      [{ match: { query: names(50), headers: names(50) } }],
      [{ match: { query: names(50), headers: names(50), body: 'text' } }],
      [{ match: { query: names(51), headers: names(50) } }, ofNames],
      [{ match: { cookies: names(50), body: { form: names(51) } } }, ofNames],
      [{ match: { body: { parts: [{ headers: names(50) }, { headers: names(51) }] } } }, ofNames],
      [
        { match: { not: { query: names(50) }, any_of: [{ query: names(20) }, { query: names(31) }] } },
        ofNames,
      ],
      [{ match: { not: { query: names(50) }, any_of: [{ query: names(20) }, { query: names(30) }] } }],
    ];
    for (const [rule, ...problems] of cases)
      assert.deepEqual(textsOf(problemsOfMatch(rule)), problems, JSON.stringify(rule).slice(0, 200));
    const ofLength = (bytes: number): RuleInput => {
      const one_of = Array.from({ length: 8 }, () => `http://${'x'.repeat(7993)}`);
      const match = { url: { one_of }, target: '/' };
      return { match: { ...match, target: `/${'x'.repeat(bytes - JSON.stringify(match).length)}` } };
    };
    assert.deepEqual(
      [64 * 1024, 64 * 1024 + 1].map((bytes) => textsOf(problemsOfMatch(ofLength(bytes)))),
      [[], ['match must not be longer than 64 KiB of JSON']],
    );
  });
});

describe('the problems of the members of a rule', () => {
  it('are those of their combination, and of the service', () => {
    const effects = 'respond, pass, error, fault, delay, dribble, drop, rate_limit, suspended, lockout';
    const error = { status: 503 };
    const caller = { login: 'mona' };
    const ofApi = (name: string, service: string) =>
      ` ${name} acts on calls of the API, and not on the service ${service}`.slice(1);
    const late =
      'match.caller is known after authentication, and the effect acts before it; leave out one of them';
    const cases: readonly (readonly [
      effects: RuleEffects,
      match: RuleMatch,
      service: 'testing' | 'api' | 'accounts',
      bin: string | null,
      ...problems: readonly string[],
    ])[] = [
      [{ drop: true }, {}, 'testing', null],
      [{ drop: true }, {}, 'testing', 'b'],
      [{ drop: true }, {}, 'api', null],
      [{ respond: {} }, {}, 'testing', null],
      [{ fault: 'reset', delay: 1, dribble: '1,1', error }, {}, 'testing', null],
      [{}, {}, 'testing', null, ` must have one of ${effects}`],
      [{ drop: true, fault: 'reset' }, {}, 'testing', null, ' must have one of drop and fault, not 2'],
      [
        { respond: {}, pass: true, drop: true },
        {},
        'testing',
        null,
        ' must have one of respond and pass and drop, not 3',
      ],
      ...(['rate_limit', 'suspended', 'lockout'] as const).flatMap((name) => [
        [{ [name]: true }, {}, 'api', null] as const,
        [{ [name]: true }, { caller }, 'api', null] as const,
        [{ [name]: true }, {}, 'testing', null, ofApi(name, 'testing')] as const,
        [{ [name]: true }, {}, 'accounts', null, ofApi(name, 'accounts')] as const,
      ]),
      [
        { respond: {} },
        {},
        'api',
        null,
        'match.path is of the service api, whose requests no rule responds to; a rule of a bin can have the path',
      ],
      [
        { pass: true },
        {},
        'accounts',
        null,
        'match.path is of the service accounts, whose requests no rule responds to; a rule of a bin can have the path',
      ],
      [
        { drop: true },
        {},
        'api',
        'b',
        'bin must be beside a path of the testing service, because the service api has no bins',
      ],
      [
        { drop: true },
        { caller },
        'testing',
        null,
        'match.caller selects calls of the API, and not of the service testing',
      ],
      ...[{ delay: 1 }, { error }, { drop: true as const }].map(
        (effect) => [effect, { caller }, 'api', null] as const,
      ),
      [{ delay: 1, error }, { caller }, 'api', null, ' must have one of delay and error, not 2'],
      [{ fault: 'reset' }, { caller }, 'api', null, late],
      [{ dribble: '1,1' }, { caller }, 'api', null, late],
      [{ respond: {} }, { caller }, 'api', null, late],
    ];
    for (const [given, match, service, bin, ...problems] of cases)
      assert.deepEqual(
        textsOf(problemsOfCombination(given, match, service, bin)),
        problems,
        JSON.stringify([given, match, service, bin]),
      );
  });
});

type Steps = readonly (string | number)[];

/** The places of values in a rule, by its schema. */
function placesOf(schema: unknown, at: Steps = []): Steps[] {
  const { properties, patternProperties, items, anyOf }: Record<string, unknown> = Object(schema);
  // These have the same members again.
  if (at.length > MAX_DEPTH || (at.length > 2 && ['not', 'any_of'].includes(String(at[1])))) return [];
  const named = Object.entries(Object(properties)).map(([name, inner]) => [name, inner] as const);
  const others = Object.values(Object(patternProperties)).map((inner) => ['a', inner] as const);
  const branches: unknown[] = Array.isArray(anyOf) ? anyOf : [];
  const listed = items === undefined ? [] : [[0, items] as const];
  return [
    at,
    ...branches.flatMap((branch) => placesOf(branch, at)),
    ...[...named, ...others, ...listed].flatMap(([step, inner]) => placesOf(inner, [...at, step])),
  ];
}

const MAX_DEPTH = 4;

/** The value with another one at a place. */
function withValue(value: unknown, [step, ...rest]: Steps, other: unknown): unknown {
  if (step === undefined) return other;
  if (typeof step === 'number') return [withValue(undefined, rest, other)];
  return { ...Object(value), [step]: withValue(Reflect.get(Object(value), step), rest, other) };
}

const WRONG = [
  0,
  -1,
  1.5,
  1e12,
  '',
  'x',
  'a b',
  'a..b',
  'x'.repeat(9000),
  null,
  true,
  false,
  [],
  [1],
  ['x', 'x'],
  Array(200).fill('x'),
  {},
  { x: 1 },
  { is: 1, like: 2 },
];

const RULES: readonly unknown[] = [
  null,
  1,
  'GET',
  [],
  {},
  { match: {} },
  { bin: 'a', match: { bin: 'b' }, drop: true },
  { respond: { headers: { 'Clear-Site-Data': '"cookies"', 'Set-Cookie': 'sparring_session=1' } } },
  { respond: { redirect: '::', status: 204, body: 'x', gzip: true } },
  { delay: 3600 },
  { dribble: '9,3600' },
  { fault: 'stall@1,after=11' },
  { respond: { delay: 3600, pause: 3600 } },
  { respond: { rate: '1', body: 'x'.repeat(9000) } },
  { respond: { file: 'a' } },
  { respond: [{ file: 'a' }, { file: 'b', base64: 'YQ==' }] },
  { respond: { template: true, body: '{{query}} {{path.a}} {{x' } },
];

/** A description in place of a noun, such as "must be removes the rule". */
const VERB = /\bmust (?:be|have) \w+s (?:the|an?|this|it)\b/;

describe('a problem of a rule', () => {
  it('is one clause, named once, whose sentence has one full stop', async (t) => {
    const { rules } = await serve(t);
    const places = new Map(placesOf(RuleInput).map((place) => [place.join('/'), place]));
    const input = [...places.values()].flatMap((place) =>
      WRONG.map((wrong) => withValue({ match: { path: '/a' }, respond: {} }, place, wrong)),
    );
    const sentences = new Set<string>();
    for (const rule of [...RULES, ...input]) {
      try {
        normalizeRules(rules, rule);
      } catch (error) {
        assert.ok(error instanceof OperationError, String(error));
        const { problems }: { problems?: readonly { pointer: string; message: string }[] } = Object(
          error.details,
        );
        assert.ok(problems);
        const all = problems.map(({ pointer, message }) => `${pointer} ${message}`);
        assert.equal(new Set(all).size, all.length, all.join('; '));
        for (const { message } of problems) sentences.add(message);
        assert.match(error.message, /[^.]\.$/);
      }
    }
    assert.ok(sentences.size > 80, String(sentences.size));
    for (const sentence of sentences) {
      assert.match(sentence, /^[a-z].*[^.]$/s);
      assert.doesNotMatch(sentence, VERB);
    }
  });
});
