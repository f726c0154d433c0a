import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { problemsOfMembers } from './effect-members.ts';
import { problemsOfMatch } from './match-problems.ts';
import type { RuleEffects, RuleInput, RuleMatch } from './rule.ts';

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
      [{ match: { bin: { like: 'b' } }, bin: 'a' }],
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
      const one_of = Array.from({ length: 8 }, () => 'x'.repeat(8000));
      const match = { url: { one_of }, target: '' };
      return { match: { ...match, target: 'x'.repeat(bytes - JSON.stringify(match).length) } };
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
        textsOf(problemsOfMembers(given, match, service, bin)),
        problems,
        JSON.stringify([given, match, service, bin]),
      );
  });
});
