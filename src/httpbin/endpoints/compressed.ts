import { Type } from 'typebox';
import { HttpError } from '../../http/errors.ts';
import { chooseCoding } from '../accept-encoding.ts';
import { answerCoded, codedView } from '../coded-view.ts';
import { contentCodings } from '../content-coding.ts';
import { endpoint } from '../context.ts';

export const compressed = endpoint({
  path: '/compressed',
  methods: ['GET'],
  tag: 'Response formats',
  summary: 'Returns a picture of the request in the coding that Accept-Encoding likes best.',
  description:
    'Of zstd, br, gzip and deflate, and in this order where several are as welcome. Without the field, or where none of them is acceptable, it is not coded at all, unless that is not acceptable either.',
  responses: {
    200: codedView({ encoding: Type.String({ description: 'The name of the coding.' }) }),
    406: 'Nothing that can be had is acceptable.',
  },
  compare: {
    httpcan: ['same', 'Negotiates by the weights of `Accept-Encoding`.'],
  },
  examples: [
    {
      path: '/compressed',
      fields: [['Accept-Encoding', 'gzip, br;q=0.5']],
      status: 200,
      answers: [
        ['Content-Encoding', 'gzip'],
        ['Vary', 'Accept-Encoding'],
      ],
    },
    { path: '/compressed', status: 200 },
    { path: '/compressed', fields: [['Accept-Encoding', 'identity;q=0, snappy']], status: 406 },
  ],

  handle({ exchange }) {
    // Who does not send the field accepts anything; not to code is what cannot go wrong.
    const coding = chooseCoding(exchange.field('Accept-Encoding') ?? '', [...contentCodings, 'identity']);
    if (!coding) {
      const message = `None of ${contentCodings.join(', ')} and identity is acceptable to this Accept-Encoding.`;
      throw new HttpError(406, message, { fields: VARY });
    }
    answerCoded(exchange, coding, { encoding: coding }, VARY);
  },
});

const VARY = [['Vary', 'Accept-Encoding']] as const;
