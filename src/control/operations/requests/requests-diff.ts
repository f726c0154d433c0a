import { Type } from 'typebox';
import { describeDiff, diffExchanges } from '#journal/views/diff.ts';
import type { OperationContext } from '../declaration/context.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { findExchange, redactionFor, secrets } from './journal-access.ts';

const TextOrNull = Type.Union([Type.String(), Type.Null()]);

export const Difference = Type.Object({
  part: Type.String({
    description: 'Such as `method`, `header X-A`, `body .name` or `body at 0x1f`.',
  }),
  before: TextOrNull,
  after: TextOrNull,
});

export const compareRequests = operation({
  name: 'requests-diff',
  summary: 'Compares two recorded requests.',
  input: inputOf({
    a: Type.Integer({ description: 'The id of an entry.' }),
    b: Type.Integer({ description: 'The id of another entry.' }),
    secrets,
  }),
  output: Type.Object({
    differences: Type.Array(Difference),
    text: Type.String({ description: 'The differences for people.' }),
  }),
  errors: ['notFound', 'conflict', 'unavailable'],
  http: {
    route: 'GET /_sparring/requests/{a}/diff/{b}',
    tag: 'Journal',
    description:
      'Compares method, target, protocol, fields and body: JSON by member, other text by line, other content up to the first bytes that differ. The order of the fields is a part of its own.',
    examples: [
      { title: 'A request and itself', path: '/_sparring/requests/1/diff/1', status: 200 },
      { title: 'A request that is not recorded', path: '/_sparring/requests/1/diff/999999', status: 404 },
    ],
  },
  run: ({ a, b, secrets: shown }, context) => compareEntries(context, a, b, shown),
});

/** The differences between two entries. @throws OperationError as `findExchange` */
export async function compareEntries(context: OperationContext, a: number, b: number, shown?: string) {
  const redaction = redactionFor(context, shown);
  const one = redaction.exchange(await findExchange(context, a));
  const other = redaction.exchange(await findExchange(context, b));
  return { differences: diffExchanges(one, other), text: describeDiff(one, other) };
}
