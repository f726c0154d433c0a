import { Type } from 'typebox';
import { HttpError } from '../../http/errors.ts';
import { InputError } from '../../http/input-error.ts';
import { notFound, OperationError } from '../../operations/errors.ts';
import type { Normalize } from '../../rules/normalize.ts';
import { type NormalizedRule, RuleEffect, RuleInput, RuleMatch } from '../../rules/rule.ts';
import { endpoint } from '../context.ts';
import { problems } from '../errors.ts';

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

export const addFault = endpoint({
  path: '/_sparring/faults',
  methods: ['POST'],
  tag: 'Faults',
  summary: 'Adds a fault rule for calls of the testing service, the API or the pages.',
  description:
    'Rules apply in the order in which they were added, until their count is reached. A rule acts on the service of its path or of `service`; without both, one with a fault, a dribble or a bin acts on the testing service, and any other on the API. `fault`, `delay`, `dribble` and `status` can be combined, except for plain calls of the API. Rules with a user or an application apply after authentication. A rule that cannot match any call is rejected. A request whose protocol, method or response cannot carry the fault gets 400, and is not counted.',
  body: RuleInput,
  responses: { 201: RuleView, ...problems(400, 403, 409, 422) },
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

  async handle({ body, exchange, service }) {
    const fault = await service.operations.rules.add(checkRule(service.operations.rules.normalize, body));
    if (!fault)
      throw new HttpError(
        409,
        'The maximum number of rules is reached; delete rules with DELETE /_sparring/faults.',
      );
    exchange.json(201, fault, [['Location', `/_sparring/faults/${fault.id}`]]);
  },
});

/** @throws OperationError `invalid` */
function checkRule(normalize: Normalize, rule: RuleInput): NormalizedRule {
  try {
    return normalize(rule);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new OperationError('invalid', `The member ${error.member} ${error.problem}.`);
  }
}

export const listFaults = endpoint({
  path: '/_sparring/faults',
  methods: ['GET'],
  tag: 'Faults',
  summary: 'Lists the rules, with the number of calls that each one affected.',
  responses: { 200: Type.Object({ faults: Type.Array(RuleView) }), ...problems(400, 403) },
  examples: [{ path: '/_sparring/faults', status: 200 }],

  async handle({ exchange, service }) {
    await service.operations.rules.refresh();
    exchange.json(200, { faults: service.operations.rules.list() });
  },
});

export const readFault = endpoint({
  path: '/_sparring/faults/{id}',
  methods: ['GET'],
  tag: 'Faults',
  summary: 'Returns a rule, with the number of calls that it affected.',
  params: { id: Type.Integer({ description: 'The id of the rule.' }) },
  responses: { 200: RuleView, ...problems(400, 403, 404) },
  examples: [
    { path: '/_sparring/faults/1', status: 200 },
    { path: '/_sparring/faults/999', status: 404 },
  ],

  async handle({ params, exchange, service }) {
    await service.operations.rules.refresh();
    const fault = service.operations.rules.list().find(({ id }) => id === params.id);
    if (!fault) throw notFound(`There is no fault ${params.id}.`);
    exchange.json(200, fault);
  },
});

export const deleteFault = endpoint({
  path: '/_sparring/faults/{id}',
  methods: ['DELETE'],
  tag: 'Faults',
  summary: 'Removes a rule.',
  params: { id: Type.Integer({ description: 'The id of the rule.' }) },
  responses: { 204: 'The resource is deleted.', ...problems(400, 403, 404) },
  examples: [
    { path: '/_sparring/faults/1', status: 204 },
    { path: '/_sparring/faults/999', status: 404 },
  ],

  async handle({ params, exchange, service }) {
    if (!(await service.operations.rules.remove(params.id)))
      throw notFound(`There is no fault ${params.id}.`);
    exchange.empty(204);
  },
});

export const clearFaults = endpoint({
  path: '/_sparring/faults',
  methods: ['DELETE'],
  tag: 'Faults',
  summary: 'Removes every rule.',
  responses: { 204: 'All rules are deleted.', ...problems(400, 403) },
  examples: [{ path: '/_sparring/faults', status: 204 }],

  async handle({ exchange, service }) {
    await service.operations.rules.clear();
    exchange.empty(204);
  },
});
