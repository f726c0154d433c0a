import { Type } from 'typebox';
import { HttpError } from '#http/errors/errors.ts';
import { negotiateCoding } from '#http/syntax/accept-encoding.ts';
import { encodedView, sendEncoded } from '../generation/encoded-view.ts';
import { endpoint } from '../request/context.ts';
import { contentCodings } from '../responses/content/content-coding.ts';

export const compressed = endpoint({
  path: '/compressed',
  tag: 'Response formats',
  summary: 'Returns the request as JSON in the content coding that Accept-Encoding prefers.',
  description:
    'The codings are zstd, br, gzip and deflate, in this order for equal weights. Without the header, or when none of them is acceptable, the content is not encoded; when that is not acceptable either, the status is 406.',
  responses: {
    200: encodedView({ encoding: Type.String({ description: 'The content coding.' }) }),
    406: 'No available coding is acceptable.',
  },
  compare: {
    httpcan: ['same', 'Negotiates by the weights of `Accept-Encoding`.'],
  },
  examples: [
    {
      title: 'The best accepted coding',
      path: '/compressed',
      fields: [['Accept-Encoding', 'gzip, br;q=0.5']],
      status: 200,
      responseFields: [
        ['Content-Encoding', 'gzip'],
        ['Vary', 'Accept-Encoding'],
      ],
    },
    { title: 'Any coding', path: '/compressed', status: 200 },
    {
      title: 'No known coding',
      path: '/compressed',
      fields: [['Accept-Encoding', 'identity;q=0, snappy']],
      status: 406,
    },
  ],

  handle({ exchange }) {
    // Clients without the header accept any coding; identity is the safest.
    const coding = negotiateCoding(exchange.field('Accept-Encoding') ?? '', [...contentCodings, 'identity']);
    if (!coding) {
      const message = `Accept-Encoding allows none of ${contentCodings.join(', ')} and identity.`;
      throw new HttpError(406, message, { fields: VARY });
    }
    sendEncoded(exchange, coding, { encoding: coding }, VARY);
  },
});

const VARY = [['Vary', 'Accept-Encoding']] as const;
