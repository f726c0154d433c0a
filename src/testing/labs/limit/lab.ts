import { Type } from 'typebox';
import { anyResponse } from '#http/message/response.ts';
import { decodePairs } from '#http/routing/parameters.ts';
import { pathDirectives } from '../../responses/composition/directives.ts';
import { endpoint } from '../keys/context.ts';
import { keyEndpoints, LAB_TAG } from '../keys/key-endpoints.ts';
import type { Lab } from '../keys/lab.ts';
import { limitBuilder } from './builder.ts';
import { limitDirectiveRows, limitParameters } from './directives.ts';
import { limitLogic } from './rate-limit.ts';
import { runLimit } from './run.ts';

const KEY = '1 to 64 letters, digits, dots, underscores, tildes and hyphens.';

const request = endpoint({
  path: '/limit/{key}/{directives+}',
  methods: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', '*'],
  tag: LAB_TAG,
  source: 'testing/labs/limit/lab.ts',
  summary: 'Returns a composed response until a rate limit is exceeded.',
  description:
    'Each segment is a directive of the limit, or of `/compose`, which composes the response to accepted requests. The first request to a key determines `policy`, `kind` and `per`; other values get 409 until the key is deleted. `/compose/builder` composes the URL in a form.',
  directives: limitDirectiveRows,
  params: {
    key: Type.String({ description: KEY }),
    directives: Type.String({ description: 'Such as `kind=window/policy=default;q=2;w=10/end`.' }),
  },
  responses: {
    200: anyResponse('The composed response.'),
    400: anyResponse('A directive is unknown or invalid, or exceeds a limit.'),
    403: anyResponse('The limit is exceeded, or a header is not allowed.'),
    409: anyResponse('The key has another policy, kind or per.'),
    429: anyResponse('The limit is exceeded.'),
    503: anyResponse('The limit is exceeded.'),
    default: anyResponse('The composed response.'),
  },
  compare: {
    new: 'Rate limits of four kinds, with every syntax of the headers and every form of Retry-After.',
  },
  examples: [
    {
      title: 'A request within the limit',
      path: '/limit/example/policy=default;q=1000;w=10/end/users',
      status: 200,
      responseFields: [
        ['RateLimit-Policy', '"default";q=1000;w=10'],
        ['RateLimit', /^"default";r=\d+;t=1$/],
      ],
    },
    { title: 'A policy without a quota', path: '/limit/example/policy=x', status: 400 },
  ],

  handle: ({ params, exchange, service }) =>
    runLimit(params.key, decodePairs(limitParameters, pathDirectives(exchange, 2), true), exchange, service),
});

/** What the limit decided about an attempt. */
export const LimitOutcome = Type.Object({
  accepted: Type.Boolean({ default: false }),
  units: Type.Number({ default: 0, description: 'Units that the request needs.' }),
  early: Type.Boolean({
    default: false,
    description: 'Whether the client came before the time that the previous rejection announced.',
  }),
  retryAfter: Type.Union([Type.Number(), Type.Null()], {
    default: null,
    description: 'Seconds that the rejection announced; null for an accepted request.',
  }),
});

const view = {
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
};

/** Rate limits: a key has a quota, and the requests to it use it up. */
export const limit: Lab = {
  name: 'limit',
  setting: 'limits',
  logic: limitLogic,
  builder: limitBuilder,
  outcome: LimitOutcome,
  endpoints: [
    request,
    ...keyEndpoints({
      logic: limitLogic,
      outcome: LimitOutcome,
      view,
      key: KEY,
      unknown: 'No request has used the key.',
      read: {
        summary: 'Returns the state of a rate limit, and its attempts.',
        description: 'Does not count as a request to the limit. Any client that knows the key can read it.',
        compare: { new: 'State and attempts of a rate limit.' },
        examples: [{ path: '/limit/unknown', status: 404 }],
      },
      delete: {
        summary: 'Deletes a rate limit and its attempts.',
        compare: { new: 'Deletion of a rate limit.' },
        examples: [{ path: '/limit/unknown', status: 404 }],
      },
    }),
  ],
};
