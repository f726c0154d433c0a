import type { PeerRoute } from './peer-route.ts';

export const inspection: readonly PeerRoute[] = [
  {
    route: '/status/{codes}',
    ours: '/status/{codes}',
    test: 'httpbin/endpoints/status.test.ts',
    verdicts: [
      ['better', ['psf'], 'A 1xx is refused with the reason, where the original breaks the connection.'],
      ['different', ['go'], 'The special answers and the reasons are those of the original.'],
      [
        'different',
        ['bun', 'can', 'echo'],
        'The answer is empty, but for the codes that have a meaning of their own.',
      ],
      ['different', ['mock'], 'A code that is not registered is sent as it is; weights count.'],
    ],
  },
  {
    route: '/unstable',
    ours: '/unstable',
    test: 'httpbin/endpoints/unstable.test.ts',
    verdicts: [['same', ['go'], "Which seed fails when is another matter: the dice are not Go's."]],
  },
  {
    route: '/headers',
    ours: '/headers',
    test: 'httpbin/endpoints/headers.test.ts',
    verdicts: [
      ['same', ['psf'], 'What proxies add is hidden unless `show_env` is there.'],
      ['different', ['go', 'bun'], 'Repeats are one text with commas; underscores are dashes.'],
    ],
  },
  {
    route: '/ip',
    ours: '/ip',
    test: 'httpbin/endpoints/ip.test.ts',
    verdicts: [
      ['better', ['psf'], 'The same, and with `?format=text` a plain line.'],
      ['different', ['go'], '`origin` is the whole of `X-Forwarded-For`; `?format=text` is there.'],
      ['different', ['mock', 'echo'], 'The member is `origin`, not `ip`.'],
    ],
  },
  {
    route: '/ip.txt, /ip.json',
    verdicts: [['not here', ['bun'], '`/ip?format=text` and `/ip` say the same.']],
  },
  {
    route: '/user-agent',
    ours: '/user-agent',
    test: 'httpbin/endpoints/headers.test.ts',
    verdicts: [
      ['same', ['psf'], 'A field that is missing is null.'],
      ['different', ['go'], 'A field that is missing is null, not an empty text.'],
    ],
  },
  {
    route: '/cache',
    ours: '/cache',
    test: 'httpbin/endpoints/cache.test.ts',
    verdicts: [
      ['same', ['psf'], 'Any condition is a 304.'],
      ['better', ['go', 'bun'], '`Last-Modified` is there and an HTTP date.'],
    ],
  },
  {
    route: '/cache/{n}',
    ours: '/cache/{n}',
    test: 'httpbin/endpoints/cache.test.ts',
    verdicts: [
      ['same', ['psf'], 'What is no number is 404.'],
      ['different', ['bun'], 'The content is that of `/get`.'],
      ['different', ['go'], 'What is no number is 404, not 400.'],
    ],
  },
  {
    route: '/etag/{etag}',
    ours: '/etag/{etag}',
    test: 'httpbin/endpoints/etag.test.ts',
    verdicts: [
      ['same', ['psf'], 'The tag has no quotes, and `If-None-Match` is looked at first.'],
      ['different', ['go', 'can'], 'The tag has no quotes, since suites assert that.'],
      ['better', ['bun'], 'The tag is sent, and `If-Match` counts.'],
    ],
  },
  {
    route: '/response-headers',
    ours: '/response-headers',
    test: 'httpbin/endpoints/response-headers.test.ts',
    verdicts: [
      [
        'better',
        ['psf'],
        'No second type or length can be set, a line break is 400, and no browser runs it.',
      ],
      ['different', ['go'], 'The content is the whole set of fields, a single value as a text.'],
      ['different', ['bun'], 'The fields stand at the top, and a type that is asked for is given.'],
      ['different', ['mock'], 'Values are sent as they were asked for, without escapes of HTML.'],
    ],
  },
  {
    route: '/respond-with-headers',
    verdicts: [['not here', ['bun'], 'Another name for `/response-headers`.']],
  },
  {
    route: '/trailers',
    ours: '/trailers',
    test: 'httpbin/endpoints/trailers.test.ts',
    verdicts: [['better', ['go'], 'The trailers of the request are told too.']],
  },
  {
    route: '/hostname',
    ours: '/hostname',
    test: 'httpbin/endpoints/hostname.test.ts',
    verdicts: [['same', ['go'], 'A made-up name unless whoever runs it says otherwise.']],
  },
  {
    route: '/env',
    ours: '/env',
    test: 'httpbin/endpoints/env.test.ts',
    verdicts: [['same', ['go'], 'Only what begins with a prefix, which is our own.']],
  },
  {
    route: '/info',
    verdicts: [['not here', ['bun'], 'It shows every variable of the server to everybody.']],
  },
  {
    route: '/version',
    ours: '/_sparring',
    test: 'control/endpoints/root.test.ts',
    verdicts: [
      ['different', ['go'], 'Beside all else that stands there, for whoever runs the server alone.'],
    ],
  },
  {
    route: '/tags',
    verdicts: [['not here', ['can'], 'Groups are in `/openapi.json`.']],
  },
  {
    route: '/health, /healthz',
    ours: '/_sparring/health',
    test: 'control/endpoints/root.test.ts',
    verdicts: [
      [
        'different',
        ['bun', 'can'],
        'For programs on this machine or with the token; `/_sparring/ready` asks the database too. Elsewhere a probe may ask `/status/200`, as it does with the original.',
      ],
    ],
  },
];
