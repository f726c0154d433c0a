import { Type } from 'typebox';
import { decodePairs } from '../../http/decode.ts';
import { HttpError } from '../../http/errors.ts';
import { anyResponse } from '../../http/response.ts';
import { KeyView, viewKey } from '../../labs/attempt-view.ts';
import { LIMIT } from '../../labs/labs.ts';
import { pathDirectives } from '../../responses/composition/directives.ts';
import { endpoint } from '../context.ts';
import { limitDirectives } from '../rate-limit/directives.ts';
import { runLimit } from '../rate-limit/run.ts';

const TAG = 'Labs';
const key = Type.String({ description: '1 to 64 letters, digits, dots, underscores, tildes and hyphens.' });
const UNKNOWN = 'No request has used the key.';

const missing = (name: string) => new HttpError(404, `The lab limit has no key ${name}.`);

export const readLimit = endpoint({
  path: '/limit/{key}',
  methods: ['GET'],
  tag: TAG,
  summary: 'Returns the state of a rate limit, and its attempts.',
  description:
    'Does not count as a request to the limit. `early` of an attempt states that the client came before the time that the previous rejection announced. Any client that knows the key can read it.',
  params: { key },
  responses: {
    200: Type.Object({
      kind: Type.String(),
      per: Type.String(),
      unit: Type.String(),
      policies: Type.Array(Type.Object({ name: Type.String(), q: Type.Integer(), w: Type.Integer() })),
      accepted: Type.Integer(),
      rejected: Type.Integer(),
      callers: Type.Array(
        Type.Object({
          pk: Type.Union([Type.String(), Type.Null()], { description: 'A digest of the caller.' }),
          policies: Type.Array(
            Type.Object({
              name: Type.String(),
              remaining: Type.Integer(),
              refillAt: Type.Union([Type.String(), Type.Null()], {
                description: 'When more units are available; null when all are.',
              }),
            }),
          ),
          retryAt: Type.Union([Type.String(), Type.Null()], {
            description: 'The end of the wait that the latest rejection announced.',
          }),
        }),
      ),
      ...KeyView.properties,
    }),
    400: 'The key is invalid.',
    404: UNKNOWN,
    501: 'The server has several workers.',
  },
  compare: { new: 'State and attempts of a rate limit.' },
  examples: [{ path: '/limit/unknown', status: 404 }],

  handle({ params, exchange, service }) {
    const found = service.labs.state.find(LIMIT, params.key);
    if (!found) throw missing(params.key);
    exchange.json(200, viewKey(found));
  },
});

export const deleteLimit = endpoint({
  path: '/limit/{key}',
  methods: ['DELETE'],
  tag: TAG,
  summary: 'Deletes a rate limit and its attempts.',
  params: { key },
  responses: {
    204: 'The key is deleted.',
    400: 'The key is invalid.',
    404: UNKNOWN,
    501: 'The server has several workers.',
  },
  compare: { new: 'Deletion of a rate limit.' },
  examples: [{ path: '/limit/unknown', status: 404 }],

  handle({ params, exchange, service }) {
    if (!service.labs.state.delete(LIMIT, params.key)) throw missing(params.key);
    exchange.empty(204);
  },
});

export const limit = endpoint({
  path: '/limit/{key}/{directives+}',
  methods: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', '*'],
  tag: TAG,
  summary: 'Returns a composed response until a rate limit is exceeded.',
  description:
    'Each segment is a directive of the limit (`policy`, `kind`, `cost`, `per`, `fields`, `retry`, `refuse`) or of `/compose`, which composes the response to accepted requests. The first request to a key determines `policy`, `kind` and `per`. Any path and query may follow a segment `end`. `/compose/builder` composes the URL in a form.',
  params: {
    key,
    directives: Type.String({ description: 'Such as `kind=window/policy=default;q=2;w=10/end`.' }),
  },
  responses: {
    200: anyResponse('The composed response.'),
    400: anyResponse('A directive is unknown or invalid, or exceeds a limit.'),
    403: anyResponse('The limit is exceeded, or a header is not allowed.'),
    409: anyResponse('The key has another policy, kind or per.'),
    429: anyResponse('The limit is exceeded.'),
    501: 'The server has several workers.',
    503: anyResponse('The limit is exceeded.'),
    default: anyResponse('The composed response.'),
  },
  compare: {
    new: 'Rate limits of four kinds, with every syntax of the headers and every form of Retry-After.',
  },
  examples: [
    {
      path: '/limit/example/policy=default;q=1000;w=10/end/users',
      status: 200,
      answers: [
        ['RateLimit-Policy', '"default";q=1000;w=10'],
        ['RateLimit', /^"default";r=\d+;t=1$/],
      ],
    },
    { path: '/limit/example/policy=x', status: 400 },
  ],

  handle: ({ params, exchange, service }) =>
    runLimit(params.key, decodePairs(limitDirectives, pathDirectives(exchange, 2), true), exchange, service),
});
