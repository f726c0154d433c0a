import { Type } from 'typebox';
import { InputError } from '#http/message/input-error.ts';
import { didYouMean } from '#http/syntax/closest-match.ts';
import { isToken } from '#http/syntax/token.ts';
import { createFilter } from '#journal/match/filter.ts';
import { formatWord } from '#journal/match/filter-word.ts';
import {
  type Counted,
  countValues,
  isValueName,
  MAX_VALUE,
  VALUE_NAMES,
} from '#journal/reading/count-values.ts';
import { hasMask } from '#journal/views/redaction.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { filterParameters, own, readJournal, scopeOf } from './journal-access.ts';

export const countRequestValues = operation({
  name: 'requests-values',
  summary: 'Counts the values that the recorded requests have, such as their statuses.',
  input: inputOf({
    of: Type.String({
      default: 'status',
      maxLength: 200,
      description: `What is counted: ${VALUE_NAMES.map((name) => `\`${name}\``).join(', ')}, or \`header:NAME\`.`,
    }),
    ...filterParameters,
    limit: Type.Integer({ minimum: 1, maximum: 1000, default: 50, description: 'Maximum number of values.' }),
    own,
  }),
  output: Type.Object({
    values: Type.Array(
      Type.Object({
        value: Type.Union([Type.String(), Type.Null()], {
          description: `The value, of which a long one has its first ${MAX_VALUE} characters; null for requests without one.`,
        }),
        count: Type.Integer({ description: 'Number of requests.' }),
        filter: Type.Union([Type.String(), Type.Null()], {
          description:
            'The word of a filter that selects these requests; null where the value is masked or cut.',
        }),
      }),
    ),
    others: Type.Integer({ description: 'Number of further values.' }),
  }),
  errors: ['conflict', 'unavailable'],
  http: {
    route: 'GET /_sparring/requests/values',
    tag: 'Journal',
    description:
      'The most frequent values are first. A request that has a header several times is counted at each of its values.',
    examples: [
      { title: 'The statuses', path: '/_sparring/requests/values?of=status', status: 200 },
      {
        title: 'The values of a header, in the requests of a filter',
        path: '/_sparring/requests/values?of=header:User-Agent&filter=method:GET',
        status: 200,
      },
      { title: 'A property that is not counted', path: '/_sparring/requests/values?of=size', status: 400 },
    ],
  },
  async run({ of, limit, own: ownShown, ...parameters }, context) {
    const counted = parseCounted(of);
    // Before the entries of other processes are collected.
    createFilter(parameters);
    const input = { parameters, scope: scopeOf(ownShown, parameters.filter), counted };
    const found = countValues(await readJournal(context), input, context.redaction);
    const name = 'header' in counted ? `header:${counted.header}` : counted.name;
    const values = found.values.slice(0, limit).map(([value, count]) => ({
      value,
      count,
      filter: hasMask(value) || value.length > MAX_VALUE ? null : formatWord(name, value),
    }));
    const without = { value: null, count: found.without, filter: withoutWord(counted) };
    return {
      values: found.without === 0 ? values : [...values, without],
      others: found.others + Math.max(0, found.values.length - limit),
    };
  },
});

/** @throws InputError */
function parseCounted(text: string): Counted {
  const [, header = ''] = /^header:(.+)$/.exec(text) ?? [];
  if (isToken(header)) return { header };
  if (isValueName(text)) return { name: text };
  const hint = didYouMean(text, VALUE_NAMES);
  throw new InputError('of', `must be one of ${VALUE_NAMES.join(', ')}, or header:NAME${hint}`);
}

/** The word of a filter that selects requests without a value. */
function withoutWord(counted: Counted): string {
  if ('header' in counted) return `-header:${counted.header}`;
  return counted.name === 'status' ? '-status:>=100' : `-${counted.name}:*`;
}
