import { Type } from 'typebox';
import { describeDiff, diffExchanges } from '../../journal/diff.ts';
import { endpoint } from '../context.ts';
import { problems } from '../errors.ts';
import { findExchange, redactionFor, secrets } from '../journal.ts';

const TextOrNull = Type.Union([Type.String(), Type.Null()]);

export const compareRequests = endpoint({
  path: '/_sparring/requests/{a}/diff/{b}',
  methods: ['GET'],
  tag: 'Journal',
  summary: 'Compares two recorded requests.',
  description:
    'Compares method, target, protocol, fields and body: JSON by member, other text by line, other content up to the first bytes that differ. The order of the fields is a part of its own.',
  params: {
    a: Type.Integer({ description: 'The id of an entry.' }),
    b: Type.Integer({ description: 'The id of another entry.' }),
  },
  query: { secrets },
  responses: {
    200: Type.Object({
      differences: Type.Array(
        Type.Object({
          part: Type.String({
            description: 'Such as `method`, `header X-A`, `body .name` or `body at 0x1f`.',
          }),
          before: TextOrNull,
          after: TextOrNull,
        }),
      ),
      text: Type.String({ description: 'The differences for people.' }),
    }),
    ...problems(400, 403, 404, 409, 501),
  },
  examples: [
    { path: '/_sparring/requests/1/diff/1', status: 200 },
    { path: '/_sparring/requests/1/diff/999999', status: 404 },
  ],

  handle({ params, query, exchange, service }) {
    const redaction = redactionFor(service, query.secrets);
    const one = redaction.exchange(findExchange(service, params.a));
    const other = redaction.exchange(findExchange(service, params.b));
    exchange.json(200, { differences: diffExchanges(one, other), text: describeDiff(one, other) });
  },
});
