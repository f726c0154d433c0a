import { Type } from 'typebox';
import { InputError } from '../http/message/input-error.ts';
import type { Normalize } from '../rules/normalize.ts';
import { type NormalizedRule, RuleEffect, RuleInput, RuleMatch } from '../rules/rule.ts';
import { notFound, OperationError } from './errors.ts';
import { inputOf, NO_INPUT, operation } from './operation.ts';

export const RuleView = Type.Object({
  id: Type.Integer(),
  match: RuleMatch,
  effect: RuleEffect,
  count: Type.Integer({
    description: 'Number of calls that the rule applies to; 0 applies it to every call.',
  }),
  probability: Type.Number({ description: 'The share of matching calls that the rule applies to.' }),
  toxicity: Type.Number({ description: 'The share of connections whose calls the rule applies to.' }),
  applied: Type.Integer({ description: 'Number of calls that the rule was applied to.' }),
  remaining: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Number of calls that the rule still applies to; null without a limit.',
  }),
});

const RuleId = inputOf({ id: Type.Integer({ description: 'The id of the rule.' }) });

export const addFault = operation({
  name: 'faults.add',
  summary: 'Adds a fault rule for calls of the testing service, the API or the pages.',
  input: RuleInput,
  output: RuleView,
  errors: ['conflict'],
  http: {
    route: 'POST /_sparring/faults',
    tag: 'Faults',
    description:
      'Rules apply in the order in which they were added, until their count is reached. A rule acts on the service of its path or of `service`; without both, one with a fault, a dribble or a bin acts on the testing service, and any other on the API. `fault`, `delay`, `dribble` and `status` can be combined, except for plain calls of the API. Rules with a user or an application apply after authentication. A rule that cannot match any call is rejected. A request whose protocol, method or response cannot carry the fault gets 400, and is not counted.',
    success: 201,
    examples: [
      {
        path: '/_sparring/faults',
        body: '{"match":{"method":"POST","path":"/authorizations"},"effect":{"status":503,"retry_after":30},"count":2}',
        status: 201,
      },
      {
        path: '/_sparring/faults',
        body: '{"match":{"caller":{"login":"mona"}},"effect":{"suspended":true},"count":0}',
        status: 201,
      },
      { path: '/_sparring/faults', body: '{"effect":{"dorp":true}}', status: 422 },
      {
        path: '/_sparring/faults',
        body: '{"match":{"path":"/stream/{n}","bin":"one"},"effect":{"fault":"reset@50","delay":"0.1..0.3"},"count":3}',
        status: 201,
      },
      { path: '/_sparring/faults', body: '{"effect":{"fault":"rest"}}', status: 422 },
      { path: '/_sparring/faults', body: '{"match":{"path":"/docs"},"effect":{"drop":true}}', status: 422 },
    ],
  },
  library: {
    'faults.add': {
      sentence: "Such as `{ match: { path: '/get' }, effect: { fault: 'reset@headers' }, count: 2 }`.",
      signature: '(rule: FaultRule): Promise<ActiveRuleView>',
    },
  },
  location: ({ id }) => `/_sparring/faults/${id}`,
  async run(rule, { rules }) {
    const fault = await rules.add(checkRule(rules.normalize, rule));
    if (fault) return fault;
    throw new OperationError('conflict', {
      http: 'The maximum number of rules is reached; delete rules with DELETE /_sparring/faults.',
      library: 'The maximum number of rules is reached; remove a rule first.',
    });
  },
});

/** @throws OperationError `invalid` */
function checkRule(normalize: Normalize, rule: RuleInput): NormalizedRule {
  try {
    return normalize(rule);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const sentence = `${error.member} ${error.problem}.`;
    throw new OperationError('invalid', { http: `The member ${sentence}`, library: sentence });
  }
}

export const listFaults = operation({
  name: 'faults.list',
  summary: 'Lists the rules, with the number of calls that each one affected.',
  input: NO_INPUT,
  output: Type.Object({ faults: Type.Array(RuleView) }),
  http: {
    route: 'GET /_sparring/faults',
    tag: 'Faults',
    examples: [{ path: '/_sparring/faults', status: 200 }],
  },
  async run(_input, { rules }) {
    await rules.refresh();
    return { faults: rules.list() };
  },
});

export const readFault = operation({
  name: 'faults.read',
  summary: 'Returns a rule, with the number of calls that it affected.',
  input: RuleId,
  output: RuleView,
  errors: ['notFound'],
  http: {
    route: 'GET /_sparring/faults/{id}',
    tag: 'Faults',
    examples: [
      { path: '/_sparring/faults/1', status: 200 },
      { path: '/_sparring/faults/999', status: 404 },
    ],
  },
  async run({ id }, { rules }) {
    await rules.refresh();
    const fault = rules.list().find((each) => each.id === id);
    if (!fault) throw notFound(`There is no fault ${id}.`);
    return fault;
  },
});

export const deleteFault = operation({
  name: 'faults.delete',
  summary: 'Removes a rule.',
  input: RuleId,
  errors: ['notFound'],
  http: {
    route: 'DELETE /_sparring/faults/{id}',
    tag: 'Faults',
    success: 'The resource is deleted.',
    examples: [
      { path: '/_sparring/faults/1', status: 204 },
      { path: '/_sparring/faults/999', status: 404 },
    ],
  },
  async run({ id }, { rules }) {
    if (!(await rules.remove(id))) throw notFound(`There is no fault ${id}.`);
  },
});

export const clearFaults = operation({
  name: 'faults.clear',
  summary: 'Removes every rule.',
  input: NO_INPUT,
  http: {
    route: 'DELETE /_sparring/faults',
    tag: 'Faults',
    success: 'All rules are deleted.',
    examples: [{ path: '/_sparring/faults', status: 204 }],
  },
  library: { 'faults.clear': { signature: '(): void' } },
  run: (_input, { rules }) => rules.clear(),
});
