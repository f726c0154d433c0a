import { Type } from 'typebox';
import { closestMatch } from '#http/syntax/closest-match.ts';
import { type ActiveRuleView, RULE_PHASES, RuleChange, RuleInput, RuleView } from '#rules/rule.ts';
import type { RuleSet } from '#rules/rule-set.ts';
import type { OperationContext } from '../declaration/context.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { secrets } from '../requests/journal-access.ts';
import { notFound } from '../state/errors.ts';
import { asConflict, invalidProblems, normalizeRules } from '../state/normalize-rules.ts';
import { isOfScope, scope, toScope } from '../state/scopes.ts';
import { maskRule } from './mask-rule.ts';

const RuleList = Type.Object({ rules: Type.Array(RuleView) });

const RuleId = { id: Type.String({ description: 'The id of the rule.' }), bin: scope };

/** A list of rules, or one. */
const Rules = Type.Union([RuleInput, Type.Array(RuleInput, { maxItems: 1000 })]);

/** Maximum size of a body with rules, in bytes. */
export const MAX_RULES_SIZE = 64 * 1024 * 1024;

/** A body that the rules check, so that an error has every problem. */
const bounded = { description: 'Rules.', maxSize: MAX_RULES_SIZE, isChecked: false } as const;

export const addRules = operation({
  name: 'rules.add',
  summary: 'Adds a rule, or a list of rules, for requests to the testing service, the API or the pages.',
  input: inputOf({ rules: Rules }),
  output: RuleList,
  errors: ['conflict', 'invalid'],
  http: {
    route: 'POST /_sparring/rules',
    tag: 'Rules',
    description:
      '`match` may also be text, such as `GET /users/{id}`. All rules are added, or none. Of the rules of a request, those of its bin come first; then those with a higher `priority`; then those with a `count`, the oldest first; then the others, the newest first. A list keeps its order. A rule acts on the testing service, unless it names another in `service`, its path begins with a prefix of another, or it depends on a caller of the API. `error`, `fault`, `delay` and `dribble` can be combined. A request that cannot carry the effect gets 400, and is not counted.',
    success: 201,
    body: 'rules',
    bounded,
    examples: [
      {
        title: 'Two requests get an error',
        path: '/_sparring/rules',
        body: '{"match":{"method":"POST","path":"/api/v3/authorizations"},"error":{"status":503,"retry_after":30},"count":2}',
        status: 201,
      },
      {
        title: 'The user is suspended',
        path: '/_sparring/rules',
        body: '{"match":{"caller":{"login":"mona"}},"suspended":true,"count":0}',
        status: 201,
      },
      {
        title: 'A list of rules in a bin',
        path: '/_sparring/rules',
        body: '[{"id":"slow","match":{"path":"/stream/{n}"},"bin":"one","fault":"reset@50","delay":"0.1..0.3","count":3},{"match":{"path":"/ip"},"drop":true}]',
        status: 201,
      },
      {
        title: 'An ID that is taken',
        path: '/_sparring/rules',
        body: '{"id":"slow","bin":"one","drop":true}',
        status: 409,
      },
      { title: 'A member that is misspelt', path: '/_sparring/rules', body: '{"dorp":true}', status: 422 },
      {
        title: 'A fault that does not exist',
        path: '/_sparring/rules',
        body: '{"fault":"rest"}',
        status: 422,
      },
      {
        title: 'The control API, which no rule applies to',
        path: '/_sparring/rules',
        body: '{"match":{"path":"/_sparring/reset"},"drop":true}',
        status: 422,
      },
    ],
  },
  location({ rules: [rule, ...others] }) {
    if (!rule || others.length > 0) return undefined;
    return `/_sparring/rules/${rule.id}${rule.bin === undefined ? '' : `?bin=${rule.bin}`}`;
  },
  async run({ rules: input }, context) {
    const { rules } = context;
    const normalized = normalizeRules(rules, input);
    for (const { bin } of normalized) context.scopes.use(bin ?? undefined);
    const added = await asConflict(() => rules.add(normalized, 'api'));
    return { rules: added.map((rule) => show(rule, context)) };
  },
});

export const listRules = operation({
  name: 'rules.list',
  summary:
    'Lists the rules in the order of their use, with the number of requests that each one was applied to.',
  input: inputOf({
    bin: scope,
    secrets,
    phase: Type.Optional(Type.Enum(RULE_PHASES, { description: 'Only rules of this phase.' })),
    unused: Type.Optional(
      Type.Enum(['true', 'false'], {
        description: 'Only rules that have been applied to no request, or only the others.',
      }),
    ),
  }),
  output: RuleList,
  http: {
    route: 'GET /_sparring/rules',
    tag: 'Rules',
    description: 'Without `bin`, the rules of all scopes; with an empty `bin`, those of the server.',
    examples: [
      { title: 'All rules', path: '/_sparring/rules', status: 200 },
      {
        title: 'Rules of the server that were not used, by phase',
        path: '/_sparring/rules?bin=&phase=response&unused=true',
        status: 200,
      },
    ],
  },
  async run({ bin: scope, phase, unused, secrets: shown }, context) {
    const { rules } = context;
    await rules.refresh();
    return {
      rules: rules
        .list()
        .filter(
          (rule) =>
            isOfScope(rule.bin ?? null, scope) &&
            (phase === undefined || rule.phase === phase) &&
            (unused === undefined || String(rule.applied === 0) === unused),
        )
        .map((rule) => show(rule, context, shown)),
    };
  },
});

export const readRule = operation({
  name: 'rules.read',
  summary: 'Returns a rule, with the number of requests that it was applied to.',
  input: inputOf({ ...RuleId, secrets }),
  output: RuleView,
  errors: ['notFound'],
  http: {
    route: 'GET /_sparring/rules/{id}',
    tag: 'Rules',
    examples: [
      { title: 'A rule of a bin', path: '/_sparring/rules/slow?bin=one', status: 200 },
      { title: 'A rule that does not exist', path: '/_sparring/rules/999', status: 404 },
    ],
  },
  async run({ id, bin: scope = '', secrets: shown }, context) {
    const { rules } = context;
    await rules.refresh();
    return show(rules.find(toScope(scope), id) ?? unknownRule(rules, id, scope), context, shown);
  },
});

export const putRule = operation({
  name: 'rules.put',
  summary: 'Replaces a rule in its place, or adds it.',
  input: inputOf({ ...RuleId, rule: RuleInput }),
  output: RuleView,
  errors: ['conflict', 'invalid', 'notFound'],
  http: {
    route: 'PUT /_sparring/rules/{id}',
    tag: 'Rules',
    description: 'The count of the rule and its `ttl` start anew. A number is that of a rule which exists.',
    query: ['bin'],
    body: 'rule',
    bounded,
    examples: [
      {
        title: 'Another delay',
        path: '/_sparring/rules/slow?bin=one',
        body: '{"match":{"path":"/stream/{n}"},"delay":0.1,"count":0}',
        status: 200,
      },
      { title: 'A delay that is negative', path: '/_sparring/rules/slow', body: '{"delay":-1}', status: 422 },
    ],
  },
  async run({ id, bin: scope = '', rule }, context) {
    const { rules } = context;
    if (typeof rule !== 'object' || rule === null || Array.isArray(rule))
      throw invalidProblems([{ path: [], message: 'must be object' }]);
    const own = Object(rule);
    // A number is that of a rule which the server has numbered.
    const isNumber = /^\d+$/.test(id);
    const { id: input = id, ...others } = own;
    const members = {
      ...others,
      ...(!(isNumber && input === id) && { id: input }),
      ...(scope !== '' && { bin: own.bin ?? scope }),
    };
    const [normalized] = normalizeRules(rules, members);
    if (!normalized) throw new Error('One rule has one normal form');
    if (input !== id) throw invalidProblems([{ path: ['id'], message: `must be ${id}, that of the path` }]);
    if ((normalized.bin ?? '') !== scope)
      throw invalidProblems([
        { path: ['bin'], message: `must be ${scope === '' ? 'absent' : scope}, as in the query` },
      ]);
    const put = await asConflict(() =>
      rules.put(toScope(scope), id, (current) => (current || !isNumber ? normalized : undefined), 'api'),
    );
    return show(put ?? unknownRule(rules, id, scope), context);
  },
});

export const changeRule = operation({
  name: 'rules.change',
  summary: 'Changes the count, the priority or the state of a rule, which keeps the number of its uses.',
  input: inputOf({ ...RuleId, ...RuleChange.properties }),
  output: RuleView,
  errors: ['notFound'],
  http: {
    route: 'PATCH /_sparring/rules/{id}',
    tag: 'Rules',
    description: '`count` is the new total.',
    query: ['bin'],
    examples: [
      {
        title: 'Disable a rule',
        path: '/_sparring/rules/slow?bin=one',
        body: '{"enabled":false}',
        status: 200,
      },
      { title: 'A rule that does not exist', path: '/_sparring/rules/999', body: '{"count":5}', status: 404 },
    ],
  },
  async run({ id, bin: scope = '', ...change }, context) {
    const { rules } = context;
    await rules.refresh();
    const changed = await rules.change(toScope(scope), id, change);
    return show(changed ?? unknownRule(rules, id, scope), context);
  },
});

export const deleteRule = operation({
  name: 'rules.delete',
  summary: 'Removes a rule.',
  input: inputOf(RuleId),
  errors: ['notFound'],
  http: {
    route: 'DELETE /_sparring/rules/{id}',
    tag: 'Rules',
    success: 'The rule is removed.',
    examples: [
      { title: 'A rule of a bin', path: '/_sparring/rules/slow?bin=one', status: 204 },
      { title: 'A rule that does not exist', path: '/_sparring/rules/999', status: 404 },
    ],
  },
  async run({ id, bin: scope = '' }, { rules }) {
    if (!(await rules.remove(toScope(scope), id))) unknownRule(rules, id, scope);
  },
});

export const clearRules = operation({
  name: 'rules.clear',
  summary: 'Removes the rules and the unmatched requests of a bin, or all.',
  input: inputOf({ bin: scope }),
  http: {
    route: 'DELETE /_sparring/rules',
    tag: 'Rules',
    description: 'With an empty `bin`, the rules of the server. Rules of a seed return with a reset.',
    success: 'The rules are removed.',
    examples: [{ path: '/_sparring/rules', status: 204 }],
  },
  run: ({ bin: scope }, { rules }) => rules.clear(scope === undefined ? undefined : toScope(scope)),
});

/** The rule with masked credentials, unless they are asked for. */
function show(rule: ActiveRuleView, context: OperationContext, shown?: string): ActiveRuleView {
  return shown === 'show' ? rule : maskRule(rule, context.redaction);
}

/** @throws OperationError `notFound` with the nearest ID. */
function unknownRule(rules: RuleSet, id: string, bin: string): never {
  const ids = rules
    .list()
    .filter((rule) => (rule.bin ?? '') === bin)
    .map((rule) => rule.id);
  const nearest = closestMatch(id, ids);
  const hint = nearest === undefined ? '' : ` The nearest id is ${nearest}.`;
  throw notFound(`There is no rule ${id} ${bin === '' ? 'of the server' : `of the bin ${bin}`}.${hint}`);
}
