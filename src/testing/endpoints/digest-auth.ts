import { Type } from 'typebox';
import { describedResponse, emptyResponse } from '#http/message/response.ts';
import type { Comparison } from '#http/routing/comparison.ts';
import { anyBody } from '#http/routing/endpoint.ts';
import { isDigestAlgorithm, type QualityOfProtection } from '#http/syntax/digest.ts';
import { errorContent } from '../generation/error-response.ts';
import { endpoint } from '../request/context.ts';
import { respondToDigest } from '../request/digest-exchange.ts';

const params = {
  qop: Type.String({
    description:
      '`auth`, `auth-int`, or `none` for a challenge without `qop`, as in RFC 2069; any other value offers both.',
  }),
  user: Type.String({ description: 'The accepted user name.' }),
  passwd: Type.String({ description: 'The accepted password.' }),
};

const algorithm = Type.String({
  description:
    '`MD5`, `SHA-256`, `SHA-512` or `SHA-512-256`, each also with `-sess`, as in `MD5-sess`; any other value is MD5.',
});

/** Members that the three paths share. */
const common = {
  tag: 'Auth',
  access: 'digest',
  query: {
    'require-cookie': Type.String({
      description: 'With `1`, `t` or `true`, the client has to return the cookies of the challenge.',
      default: '',
    }),
  },
  body: anyBody('The body that `auth-int` protects.'),
  responses: {
    200: Type.Object({ authenticated: Type.Literal(true), user: Type.String() }),
    401: emptyResponse('Missing, wrong or stale credentials.'),
    403: describedResponse('The cookies of the challenge are missing, or the server rejects the request.', {
      'application/json': Type.Object({ errors: Type.Array(Type.String()) }),
      ...errorContent,
    }),
  },
} as const;

const PREPARED =
  'Digest username="mona", realm="me@kennethreitz.com", nonce="abc", uri="/digest-auth/auth/mona/secret", qop=auth, nc=00000001, cnonce="xyz", response="7be5ba0ad84d116ac2745c6a852b1b9e"';

const BETTER =
  'Checks the user name, accepts a query, and supports SHA-512-256, `-sess` and challenges without `qop`.';

const comparison: Comparison = {
  httpbin: ['better', BETTER],
  'go-httpbin': ['different', 'Quotes as in RFC 7616; supports `auth-int` and the cookies of httpbin.'],
  httpbun: ['different', 'Does not reveal the expected response.'],
  mockhttp: ['different', 'Applies the quality of protection of the path.'],
};

export const digestAuth = endpoint({
  ...common,
  path: '/digest-auth/{qop}/{user}/{passwd}',
  summary: 'Prompts for Digest authentication.',
  params,
  compare: comparison,
  examples: [
    {
      title: 'The challenge',
      path: '/digest-auth/auth/mona/secret',
      status: 401,
      responseFields: [['WWW-Authenticate', /^Digest realm="me@kennethreitz\.com", nonce="[0-9a-f]{32}"/]],
    },
    {
      title: 'The answer to a challenge',
      path: '/digest-auth/auth/mona/secret',
      fields: [['Authorization', PREPARED]],
      status: 200,
    },
    {
      title: 'A cookie is required',
      path: '/digest-auth/auth/mona/secret?require-cookie=1',
      fields: [
        ['Authorization', PREPARED],
        ['Cookie', 'stale_after=never'],
      ],
      status: 403,
    },
  ],

  handle({ params, query, body, exchange, service }) {
    respondToDigest(exchange, body, readRules(params, query), service.runtime);
  },
});

export const digestAuthAlgorithm = endpoint({
  ...common,
  path: '/digest-auth/{qop}/{user}/{passwd}/{algorithm}',
  summary: 'Prompts for Digest authentication with this algorithm.',
  params: { ...params, algorithm },
  compare: comparison,
  examples: [
    {
      title: 'A challenge with SHA-256',
      path: '/digest-auth/auth/mona/secret/SHA-256',
      status: 401,
      responseFields: [['WWW-Authenticate', /nonce="[0-9a-f]{64}".*algorithm=SHA-256/]],
    },
    {
      title: 'A session algorithm, without qop',
      path: '/digest-auth/none/mona/secret/MD5-sess',
      status: 401,
      responseFields: [['WWW-Authenticate', /opaque="[0-9a-f]{32}", algorithm=MD5-sess/]],
    },
  ],

  handle({ params, query, body, exchange, service }) {
    respondToDigest(exchange, body, readRules(params, query), service.runtime);
  },
});

export const digestAuthStaleAfter = endpoint({
  ...common,
  path: '/digest-auth/{qop}/{user}/{passwd}/{algorithm}/{stale_after}',
  summary: 'Prompts for Digest authentication, and limits the uses of a nonce.',
  params: {
    ...params,
    algorithm,
    stale_after: Type.String({ description: 'Number of uses of a nonce, or `never`.' }),
  },
  compare: { httpbin: ['better', BETTER] },
  examples: [
    {
      title: 'A nonce for two requests',
      path: '/digest-auth/auth-int/mona/secret/MD5/2',
      status: 401,
      responseFields: [['Set-Cookie', 'stale_after=2; Path=/']],
    },
  ],

  handle({ params, query, body, exchange, service }) {
    respondToDigest(exchange, body, readRules(params, query), service.runtime);
  },
});

interface Params {
  readonly qop: string;
  readonly user: string;
  readonly passwd: string;
  readonly algorithm?: string;
  readonly stale_after?: string;
}

const QUALITIES: readonly QualityOfProtection[] = ['auth', 'auth-int'];

function readRules(params: Params, query: { readonly 'require-cookie': string }) {
  const { algorithm = 'MD5' } = params;
  const qop = QUALITIES.filter((name) => name === params.qop);
  return {
    user: params.user,
    password: params.passwd,
    qop: qop.length > 0 || params.qop === 'none' ? qop : QUALITIES,
    // Compat: names are case-sensitive.
    algorithm: isDigestAlgorithm(algorithm) ? algorithm : 'MD5',
    staleAfter: params.stale_after ?? 'never',
    isCookieRequired: ['1', 't', 'true'].includes(query['require-cookie'].toLowerCase()),
  };
}
