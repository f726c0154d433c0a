import type { PeerRoute } from './peer-route.ts';

export const authentication: readonly PeerRoute[] = [
  {
    route: '/basic-auth/{user}/{passwd}',
    ours: '/basic-auth/{user}/{passwd}',
    test: 'httpbin/endpoints/basic-auth.test.ts',
    verdicts: [
      ['same', ['psf'], 'The pair is in the path, and a refusal is empty.'],
      ['different', ['go'], 'A refusal is empty, and there is no `authorized`.'],
      ['different', ['bun'], 'The realm is the original one.'],
      ['different', ['mock'], 'Content and challenge are the original ones.'],
      ['different', ['echo'], 'The pair is in the path, not a fixed one.'],
    ],
  },
  {
    route: '/basic-auth/{user}',
    verdicts: [['not here', ['can'], 'An empty password is too seldom asked for to give a 404 away.']],
  },
  {
    route: '/hidden-basic-auth/{user}/{passwd}',
    ours: '/hidden-basic-auth/{user}/{passwd}',
    test: 'httpbin/endpoints/hidden-basic-auth.test.ts',
    verdicts: [
      ['same', ['psf'], 'Whoever has not got the pair is told that there is nothing.'],
      ['different', ['go'], 'The 404 is empty.'],
    ],
  },
  {
    route: '/bearer',
    ours: '/bearer',
    test: 'httpbin/endpoints/bearer.test.ts',
    verdicts: [
      ['same', ['psf'], 'All that follows `Bearer ` is the token.'],
      ['different', ['go'], 'A token may hold spaces or be empty, and the 401 is empty.'],
    ],
  },
  {
    route: '/bearer/{token}',
    verdicts: [['not here', ['bun'], 'It answers a wrong token with 200, which teaches a client nothing.']],
  },
  ...['', '/{algorithm}', '/{algorithm}/{stale_after}'].map(
    (rest): PeerRoute => ({
      route: `/digest-auth/{qop}/{user}/{passwd}${rest}`,
      ours: `/digest-auth/{qop}/{user}/{passwd}${rest}`,
      test: 'httpbin/endpoints/digest-auth.test.ts',
      verdicts: [
        ['better', ['psf'], 'The user name counts, a query does not break it, and there is SHA-512-256.'],
        ...(rest.includes('stale')
          ? []
          : ([
              [
                'different',
                ['go'],
                'Quoted as RFC 7616 has it, with `auth-int` and the cookies of the original.',
              ],
              ['different', ['bun'], 'The response that was expected is not given away.'],
              ['different', ['mock'], 'The quality of protection counts.'],
            ] as const)),
      ],
    }),
  ),
  {
    route: '/digest-auth',
    verdicts: [['not here', ['echo'], 'One fixed pair tests less than any pair in the path.']],
  },
  {
    route: '/jwt-bearer',
    verdicts: [
      ['not here', ['can'], 'A token whose key nobody knows can only be unpacked, which needs no server.'],
    ],
  },
  {
    route: '/oauth2/authorize, /oauth2/token, /oauth2/userinfo and metadata',
    ours: '/login/oauth/authorize',
    test: 'authorizations/web/endpoints/login-oauth-authorize.test.ts',
    verdicts: [
      [
        'different',
        ['bun', 'can'],
        'With the paths, words and pages of GitHub, and users who sign in; OpenID Connect is not spoken.',
      ],
    ],
  },
  {
    route: '/oauth1, /auth/hawk',
    verdicts: [['not here', ['echo'], 'Schemes that hardly a client still meets.']],
  },
];
