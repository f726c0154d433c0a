import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LAB_NAMES } from '#config/settings/lab-names.ts';
import { RequestContent } from '#journal/matching/request-content.ts';
import type { RequestView } from '#journal/matching/request-view.ts';
import { composeSteps } from '#testing/responses/composition/response-steps.ts';
import {
  type ActiveRule,
  activate,
  type Compose,
  compareRules,
  isExhausted,
  isExpired,
  toView,
} from './active-rule.ts';
import { compareRule, describeNearest, nearestRules } from './compared-rule.ts';
import { createNormalize } from './normalize.ts';
import type { RuleInput } from './rule.ts';
import { toRuleInput } from './rule-form.ts';
import { RuleIndex } from './rule-index.ts';
import { addRules, EMPTY_STATE } from './rule-state.ts';

const LIMITS = {
  maxDuration: 10_000,
  maxGeneratedSize: 1000,
  maxBodySize: 100,
  enabledLabs: LAB_NAMES,
  allowedRedirectDomains: [],
  accountPaths: [],
  sharesAccountsOrigin: true,
  sharesAccountsHost: true,
};
const normalize = createNormalize(() => [], { ...LIMITS, limits: LIMITS });
const compose: Compose = {
  steps: (respond, after) => composeSteps(respond, after, LIMITS),
  fromHandler: (result) => {
    throw new Error(`composed ${JSON.stringify(result)}`);
  },
};

/** The rules in the order of the list. */
function activateAll(...rules: readonly RuleInput[]): ActiveRule[] {
  const addition = { source: 'test', now: 0, isUsed: () => false };
  const { state } = addRules(
    EMPTY_STATE,
    rules.map((rule) => normalize(rule)),
    addition,
  );
  return state.rules.map((stored) => activate(stored, `0.${stored.serial}`, undefined, compose));
}

function activateOne(rule: RuleInput): ActiveRule {
  const [active] = activateAll(rule);
  assert.ok(active);
  return active;
}

const NO_BODY = { length: 0, sha256: null, kept: new Uint8Array(), truncated: false };
const HEAD: RequestView = {
  method: 'GET',
  methods: ['GET'],
  target: '/a',
  path: '/a',
  url: 'http://h/a',
  query: [],
  headers: [],
  protocol: 'HTTP/1.1',
  bin: null,
  endpoint: null,
  connection: 'new',
  body: NO_BODY,
  content: new RequestContent({ method: 'GET', query: [], headers: [] }, NO_BODY, 0),
};

describe('an active rule', () => {
  it('depends on the body, the path, the caller and the phase of its members', () => {
    const summarize = ({
      needsBody,
      firstSegment,
      takesPreflights,
      callers,
      onlyDelays,
      responds,
      ...others
    }: ActiveRule) => [
      needsBody,
      firstSegment,
      takesPreflights,
      callers !== undefined,
      others.matchesCaller !== undefined,
      onlyDelays,
      responds,
    ];
    const list = [{}, {}];
    for (const [rule, ...expected] of [
      [{ respond: {} }, false, undefined, false, false, false, false, true],
      [{ pass: true }, false, undefined, false, false, false, false, false],
      [{ drop: true }, false, undefined, false, false, false, false, true],
      [{ error: { status: 500 } }, false, undefined, false, false, false, false, true],
      [{ delay: 1 }, false, undefined, false, false, false, true, false],
      [{ delay: 1, dribble: '1,1' }, false, undefined, false, false, false, false, true],
      [{ fault: 'reset@headers' }, false, undefined, false, false, false, false, false],
      [{ match: { path: '/a%20b/{c}' }, respond: {} }, false, 'a b', false, false, false, false, true],
      [{ match: { path: '/' }, respond: {} }, false, '', false, false, false, false, true],
      [{ match: { path: '/{c}' }, respond: {} }, false, undefined, false, false, false, false, true],
      [{ match: { path: { is: '/a' } }, respond: {} }, false, undefined, false, false, false, false, true],
      [{ match: { body: 'a' }, respond: {} }, true, undefined, false, false, false, false, true],
      [
        { match: { method: 'POST' }, respond: { body: '{{json/a}}', template: true } },
        true,
        undefined,
        false,
        false,
        false,
        false,
        true,
      ],
      [
        { match: { method: ['GET', 'OPTIONS'] }, respond: {} },
        false,
        undefined,
        true,
        false,
        false,
        false,
        true,
      ],
      [{ match: { method: { like: '*' } }, respond: {} }, false, undefined, false, false, false, false, true],
      [{ respond: list, by: 'path' }, false, undefined, false, true, false, false, true],
      [{ respond: list, by: 'key' }, false, undefined, false, false, false, false, true],
      [{ rate_limit: true }, false, undefined, false, false, false, false, false],
      [{ suspended: true }, false, undefined, false, false, true, false, false],
      [{ match: { caller: { login: 'a' } }, drop: true }, false, undefined, false, false, true, false, false],
    ] as readonly (readonly [RuleInput, ...unknown[]])[])
      assert.deepEqual(summarize(activateOne(rule)), expected, JSON.stringify(rule));
  });

  it('compares the names of the caller', () => {
    const mona = { login: 'Mona', clientId: 'c1' };
    const application = { login: undefined, clientId: 'c1' };
    for (const [rule, ...expected] of [
      [{ suspended: true }, true, false],
      [{ match: { caller: {} }, drop: true }, true, true],
      [{ match: { caller: { login: 'mONA' } }, drop: true }, true, false],
      [{ match: { caller: { login: 'lisa' } }, drop: true }, false, false],
      [{ match: { caller: { client_id: 'c1' } }, drop: true }, true, true],
      [{ match: { caller: { client_id: 'C1' } }, drop: true }, false, false],
      [{ match: { caller: { client_id: 'c1' } }, suspended: true }, true, false],
      [{ match: { caller: { login: 'mona', client_id: 'c2' } }, drop: true }, false, false],
    ] as readonly (readonly [RuleInput, boolean, boolean])[]) {
      const { matchesCaller } = activateOne(rule);
      assert.deepEqual(
        [mona, application].map((names) => matchesCaller?.(names)),
        expected,
        JSON.stringify(rule),
      );
    }
  });

  it('is used up by its count, and expires at the end of its time', () => {
    const counted = activateOne({ drop: true, count: 2, ttl: 5 });
    for (const [applied, isUsed] of [
      [0, false],
      [1, false],
      [2, true],
      [3, true],
    ] as const)
      assert.equal(isExhausted({ ...counted, applied }), isUsed);
    assert.equal(isExhausted({ ...activateOne({ drop: true, count: 1 }), applied: 1 }), true);
    assert.equal(isExhausted({ ...activateOne({ drop: true, count: 0 }), applied: 9 }), false);
    assert.deepEqual(
      [4999, 5000].map((now) => isExpired(counted.stored, () => now)),
      [false, true],
    );
    assert.equal(
      isExpired(activateOne({ drop: true }).stored, () => 1e15),
      false,
    );
  });

  it('keeps its use, its responses and its draws when a member is changed', () => {
    const before = activateOne({ respond: [{}, {}], count: 5 });
    before.applied = 3;
    assert.equal(typeof before.isDrawn, 'function');
    const { stored } = before;
    const after = activate(
      { ...stored, revision: 1, rule: { ...stored.rule, count: 9 } },
      before.key,
      before,
      compose,
    );
    assert.deepEqual(
      [after.applied, after.responses === before.responses, after.isDrawn === before.isDrawn],
      [3, true, true],
    );
    assert.equal(activate({ ...stored, applied: 2 }, before.key, undefined, compose).applied, 2);
  });

  it('is shown with its members and its use', () => {
    const defaults = { priority: 0, enabled: true, probability: 1, toxicity: 1, required: false };
    const of = (rule: RuleInput, applied = 0) => toView({ ...activateOne(rule), applied });
    assert.deepEqual(of({ drop: true }), {
      id: '1',
      match: {},
      drop: true,
      count: 1,
      ...defaults,
      phase: 'request',
      source: 'test',
      applied: 0,
      remaining: 1,
    });
    const rule: RuleInput = {
      id: 'a1',
      match: { path: '/a' },
      respond: [{ status: 201 }, {}],
      after: 'gone',
      by: 'path',
      count: 3,
    };
    const others: RuleInput = {
      priority: 1,
      enabled: false,
      probability: 0.5,
      toxicity: 0.25,
      required: true,
    };
    const texts: RuleInput = { bin: 'b', ttl: 5, note: 'n' };
    const shown = of({ ...rule, ...others, ...texts }, 5);
    assert.deepEqual(shown, {
      ...rule,
      ...others,
      ...texts,
      phase: 'respond',
      source: 'test',
      applied: 5,
      remaining: 0,
    });
    assert.deepEqual(toRuleInput(shown), { ...rule, ...others, ...texts });
    assert.deepEqual(toRuleInput(of({ respond: [{}, {}] }, 1)), { respond: [{}, {}], match: {} });
    for (const [after, ...positions] of [
      ['last', 1, 2, 2, 2],
      ['first', 1, 2, 1, 2],
      ['gone', 1, 2, null, null],
    ] as const)
      assert.deepEqual(
        [0, 1, 2, 3].map((applied) => of({ respond: [{}, {}], after }, applied).position),
        positions,
      );
    assert.equal(of({ respond: [{ open: 1 }, {}] }).position, undefined);
    assert.equal(of({ respond: {} }).remaining, null);
  });

  it('is shown without the file of a response, or without its name', () => {
    const form = { file: 'a.txt', base64: 'YQ==' };
    for (const [respond, names, contents] of [
      [form, { file: 'a.txt' }, { base64: 'YQ==' }],
      [
        [form, { base64: 'Yg==' }],
        [{ file: 'a.txt' }, { base64: 'Yg==' }],
        [{ base64: 'YQ==' }, { base64: 'Yg==' }],
      ],
      [{ base64: 'Yg==' }, { base64: 'Yg==' }, { base64: 'Yg==' }],
    ] as readonly (readonly [NonNullable<RuleInput['respond']>, unknown, unknown])[]) {
      const rule = activateOne({ respond });
      assert.deepEqual([toView(rule).respond, toView(rule, 'contents').respond], [names, contents]);
    }
  });

  it('is shown without its code, whose handler reads the body', () => {
    const { stored } = activateOne({ match: { path: '/{id:int}' }, respond: {} });
    const code = {
      match: undefined,
      handler: () => undefined,
      members: ['/respond'],
    };
    const rule = activate({ ...stored, rule: { ...stored.rule, code } }, 'key', undefined, compose);
    assert.deepEqual(
      [rule.needsBody, toView(rule).computed, toView(rule).respond],
      [true, ['/respond'], undefined],
    );
  });

  it('has its place by its priority, its count and its age', () => {
    const rules = activateAll(
      { id: 'plain', respond: {} },
      { id: 'counted', respond: {}, count: 1 },
      { id: 'low', respond: {}, priority: -1 },
      { id: 'high', respond: {}, priority: 1 },
      { id: 'second', respond: {} },
    ).map(({ stored }) => stored);
    const newer = rules.map((stored) => ({ ...stored, id: `new-${stored.id}`, age: 2 }));
    for (const stored of [
      [...rules, ...newer],
      [...newer, ...rules].toReversed(),
      [...rules, ...newer].toReversed(),
    ])
      assert.deepEqual(
        stored.toSorted(compareRules).map(({ id }) => id),
        [
          'new-high',
          'high',
          'counted',
          'new-counted',
          'new-plain',
          'new-second',
          'plain',
          'second',
          'new-low',
          'low',
        ],
      );
  });
});

it('the index has the rules of the bin before those of the server, by the first segment', () => {
  const index = new RuleIndex(
    activateAll(
      { id: 'a', match: { path: '/a b/{c}' }, drop: true },
      { id: 'any', drop: true },
      { id: 'root', match: { path: '/' }, drop: true },
      { id: 'd', match: { path: '/d' }, drop: true },
      { id: 'bin', bin: 'one', match: { path: '/d' }, drop: true },
    ),
  );
  for (const [bin, path, ...ids] of [
    [null, '/a%20b/c', 'a', 'any'],
    [null, '/a%20b', 'a', 'any'],
    [null, '/d', 'any', 'd'],
    [null, '/d/e', 'any', 'd'],
    [null, '/d', 'any', 'd'],
    [null, '/D', 'any'],
    [null, '/', 'any', 'root'],
    [null, '//d', 'any', 'root'],
    [null, '/d%', 'any'],
    ['one', '/d', 'bin', 'any', 'd'],
    ['one', '/e', 'any'],
    ['two', '/d', 'any', 'd'],
  ] as const)
    assert.deepEqual(
      index.candidates(bin, path).map(({ stored }) => stored.id),
      ids,
      `${bin} ${path}`,
    );
  assert.deepEqual([index.hasBins, index.hasRulesOf(null), index.hasRulesOf('two')], [true, true, true]);
  const ofBin = new RuleIndex(activateAll({ bin: 'one', drop: true }));
  assert.deepEqual(
    [ofBin.hasBins, ofBin.hasRulesOf('one'), ofBin.hasRulesOf('two'), ofBin.hasRulesOf(null)],
    [true, true, false, false],
  );
  assert.deepEqual([ofBin.candidates('one', '/').length, ofBin.candidates(null, '/').length], [1, 0]);
  assert.equal(new RuleIndex(activateAll({ drop: true })).hasBins, false);
});

it('a comparison names what differs in the nearest rules', () => {
  const rules = activateAll(
    { id: 'far', match: { method: 'PUT', path: '/b', query: { c: '1' } }, respond: {} },
    { id: 'used', match: { path: '/a', method: 'PUT' }, respond: {}, count: 2 },
    { id: 'off', match: { path: '/a' }, respond: {}, enabled: false },
    { id: 'hit', match: { path: '/a' }, respond: {} },
    { id: 'options', match: { path: '/a', method: 'OPTIONS' }, respond: {} },
  );
  const masking = { field: String, member: String, text: (text: string) => `<${text}>` };
  const compareAll = (request: RequestView, isPreflight: boolean) =>
    rules.map((rule) =>
      compareRule({ ...rule, applied: 2 }, { head: request, shown: request, masking, isPreflight }),
    );
  const compared = compareAll(HEAD, false);
  assert.deepEqual(
    compared.map(({ rule, matches, state, score }) => [rule.stored.id, matches, state, score]),
    [
      ['far', false, null, 0],
      ['used', false, 'used up, 2 of 2', 0.75],
      ['off', true, 'disabled', 1],
      ['hit', true, null, 1],
      ['options', false, null, 0.75],
    ],
  );
  assert.deepEqual(describeNearest(nearestRules(compared), masking), [
    'Nearest, off (disabled): <a request to /a>',
    'Next, hit: <a request to /a>',
    'Next, used (used up, 2 of 2): <PUT /a>   method: expected <PUT>, got GET',
  ]);
  assert.deepEqual(describeNearest(compared.slice(0, 1), masking), [
    'Nearest, far: <PUT /b with query c>',
    '  method: expected <PUT>, got GET',
    '  path: expected /b, got /a',
    '  query c: absent',
  ]);
  const ofPreflight = compareAll({ ...HEAD, method: 'OPTIONS', methods: ['OPTIONS'] }, true);
  assert.deepEqual(
    ofPreflight.slice(3).map(({ matches, differences }) => [matches, differences]),
    [
      [false, [{ part: 'method', text: 'a rule takes a preflight of CORS only if its method is OPTIONS' }]],
      [true, []],
    ],
  );
  assert.deepEqual(
    ofPreflight[0]?.differences.map(({ part }) => part),
    ['method', 'path', 'query c', 'method'],
  );
  for (const error of [new Error('failed'), 'failed']) {
    const [rule] = rules;
    assert.ok(rule);
    const explain = () => {
      throw error;
    };
    const failing = { ...rule, match: { ...rule.match, explain } };
    assert.deepEqual(compareRule(failing, { head: HEAD, shown: HEAD, masking, isPreflight: false }), {
      rule: failing,
      matches: false,
      state: null,
      score: 0,
      differences: [{ part: 'code', text: 'failed' }],
    });
  }
});
