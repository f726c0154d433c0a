import type { TSchema } from 'typebox';
import { keywordOf } from '#http/routing/coercion.ts';
import { decodePairs } from '#http/routing/parameters.ts';
import type { Target } from '#http/syntax/target.ts';
import { composePlan } from '../../responses/composition/compose-plan.ts';
import { pathDirectives } from '../../responses/composition/directives.ts';
import { parseDirectives } from '../../responses/composition/parse.ts';
import { checkFault } from '../../responses/plan/fault-problem.ts';
import type { LabBuilder } from '../keys/lab.ts';
import { problemOf } from '../keys/target-problem.ts';
import { type LimitDirectives, limitDirectives, limitParameters, parseLimit } from './directives.ts';

export const limitBuilder: LabBuilder = {
  label: 'Rate limit',
  title: 'Rate limit',
  settings({ input, select, rows, choices, datalist }) {
    const { kind, cost, per, fields, retry, refuse } = limitDirectives;
    return [
      rows('policy', 'Policy', 'default;q=10;w=60', 1),
      select('kind', 'Kind', options(kind.enum, defaultOf(kind))),
      input('per', 'Per', 'key, address or header:NAME', {
        list: 'limit-callers',
        placeholder: defaultOf(per),
      }),
      input('cost', 'Cost', 'Units of a request, or bytes', { placeholder: defaultOf(cost) }),
      select('refuse', 'Rejection', options(refuse.enum, defaultOf(refuse))),
      choices('fields', 'Headers', fields.items.enum),
      choices('retry', 'Retry-After', retry.items.enum),
      datalist('limit-callers', ['key', 'address', 'header:Authorization']),
    ];
  },
  check: ({ target, request, limits }) =>
    problemOf(() => {
      const directives = readTargetDirectives(target);
      parseLimit(directives);
      checkFault(composePlan(parseDirectives(directives), limits), request, limits.maxDuration);
    }),
  toRequest: ({ target }) => ({ definition: parseLimit(readTargetDirectives(target)).definition }),
};

function readTargetDirectives(target: Target): LimitDirectives {
  return decodePairs(limitParameters, pathDirectives(target, 2), true);
}

function options(values: readonly string[], initial: string) {
  return values.map((value) =>
    value === initial ? (['', `${value}, the default`] as const) : ([value, value] as const),
  );
}

function defaultOf(schema: TSchema): string {
  return String(keywordOf(schema, 'default'));
}
