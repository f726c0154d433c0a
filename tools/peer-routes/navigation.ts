import type { PeerRoute } from './peer-route.ts';

export const navigation: readonly PeerRoute[] = [
  {
    route: '/cookies',
    ours: '/cookies',
    test: 'httpbin/endpoints/cookies.test.ts',
    verdicts: [
      ['same', ['psf', 'bun'], 'The first of a name counts.'],
      ['different', ['go'], 'The first of a name counts, not the last.'],
      ['different', ['mock'], 'Under `cookies`, and set by a GET.'],
    ],
  },
  {
    route: '/cookie',
    verdicts: [['not here', ['bun'], 'Another name for `/cookies`.']],
  },
  {
    route: '/cookies/set',
    ours: '/cookies/set',
    test: 'httpbin/endpoints/cookies-set.test.ts',
    verdicts: [
      ['better', ['psf', 'bun'], 'Attributes can be given.'],
      ['different', ['go'], '`HttpOnly` only when asked for; more attributes, and a wrong one is 400.'],
    ],
  },
  {
    route: '/cookies/set/{name}/{value}',
    ours: '/cookies/set/{name}/{value}',
    test: 'httpbin/endpoints/cookies-set.test.ts',
    verdicts: [
      ['same', ['psf', 'bun'], 'Quoted where it has to be.'],
      ['better', ['go'], 'There it is a 404.'],
    ],
  },
  {
    route: '/cookies/delete',
    ours: '/cookies/delete',
    test: 'httpbin/endpoints/cookies-delete.test.ts',
    verdicts: [
      ['same', ['psf', 'bun'], 'By an age of nothing and the beginning of time.'],
      ['different', ['go'], 'The value is not kept.'],
    ],
  },
  {
    route: '/redirect/{n}',
    ours: '/redirect/{n}',
    test: 'httpbin/endpoints/redirect.test.ts',
    verdicts: [
      ['better', ['psf'], 'The same way; nought is 400, not 500.'],
      ['different', ['go'], 'Letters are 404, and the answer has a page.'],
      ['different', ['bun'], 'More than twenty, and each is a path from the root.'],
    ],
  },
  {
    route: '/relative-redirect/{n}',
    ours: '/relative-redirect/{n}',
    test: 'httpbin/endpoints/relative-redirect.test.ts',
    verdicts: [
      ['better', ['psf'], 'The same way; nought is 400, not 500.'],
      ['different', ['go'], 'Letters are 404.'],
      ['different', ['bun'], 'As `/redirect/{n}`.'],
    ],
  },
  {
    route: '/absolute-redirect/{n}',
    ours: '/absolute-redirect/{n}',
    test: 'httpbin/endpoints/absolute-redirect.test.ts',
    verdicts: [
      ['better', ['psf'], 'The same way; nought is 400, not 500.'],
      ['different', ['go'], 'Letters are 404, and the answer has a page.'],
      ['different', ['bun'], 'As `/redirect/{n}`.'],
    ],
  },
  {
    route: '/redirect-to',
    ours: '/redirect-to',
    test: 'httpbin/endpoints/redirect-to.test.ts',
    verdicts: [
      ['better', ['psf'], 'With a list of hosts, only to those; without a target it is 400.'],
      [
        'different',
        ['go'],
        'Bare paths are led to, names are read in any case, and the status is never refused.',
      ],
      ['different', ['bun'], 'All hosts are open until there is a list.'],
      ['different', ['can'], 'A browser is led on without a page in between.'],
    ],
  },
  {
    route: '/redirect?url=',
    verdicts: [['not here', ['bun'], 'Another name for `/redirect-to`.']],
  },
  {
    route: '/mix?…',
    ours: '/compose',
    test: 'httpbin/endpoints/compose.test.ts',
    verdicts: [
      [
        'better',
        ['bun'],
        'Checked word by word; codings, rates, chunks and trailers too; nothing is called up.',
      ],
    ],
  },
  {
    route: '/mix/…',
    ours: '/compose/{words+}',
    test: 'httpbin/endpoints/compose.test.ts',
    verdicts: [['better', ['bun'], 'As `/compose`, and an `end` behind which any path may follow.']],
  },
  {
    route: '/mixer, /help/mixer',
    ours: '/compose/builder',
    test: 'httpbin/endpoints/compose-builder.test.ts',
    verdicts: [['better', ['bun'], 'It sends what it wrote, and shows it as a curl line.']],
  },
  {
    route: 'templates and webhooks of /mix',
    verdicts: [['not here', ['bun'], 'The server runs no programs of a client and calls nobody.']],
  },
  {
    route: '/run/…, /runner',
    verdicts: [['not here', ['bun'], 'No code of a client is run.']],
  },
  {
    route: 'request bins, response injection, rate limits',
    verdicts: [
      [
        'not here',
        ['mock'],
        'The testing service keeps nothing from one request to the next; faults and rate limits are for the authorization API.',
      ],
    ],
  },
  {
    route: '/',
    ours: '/',
    test: 'docs/endpoints/root.test.ts',
    verdicts: [
      ['better', ['psf'], 'Offline, and what is tried is tried on this very server.'],
      [
        'better',
        ['go', 'bun', 'can', 'mock'],
        'Drawn from the endpoints themselves, with a line of curl for each.',
      ],
    ],
  },
  {
    route: '/spec.json',
    ours: '/spec.json',
    test: 'docs/endpoints/spec-json.test.ts',
    verdicts: [['better', ['psf'], 'OpenAPI 3.1 of this server, not Swagger 2 of another.']],
  },
  {
    route: 'an OpenAPI document',
    ours: '/openapi.json',
    test: 'docs/endpoints/spec-json.test.ts',
    verdicts: [
      ['better', ['can', 'mock'], 'Drawn from what is served, and each example in it has been sent.'],
    ],
  },
  {
    route: '/legacy',
    ours: '/legacy',
    test: 'docs/endpoints/legacy.test.ts',
    verdicts: [['different', ['psf'], 'A page of a manual, in our own words.']],
  },
];
