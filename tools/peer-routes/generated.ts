import type { PeerRoute } from './peer-route.ts';

export const generated: readonly PeerRoute[] = [
  {
    route: '/uuid',
    ours: '/uuid',
    test: 'httpbin/endpoints/documents.test.ts',
    verdicts: [['same', ['psf', 'go'], 'Version 4.']],
  },
  {
    route: '/base64/{value}',
    ours: '/base64/{value}',
    test: 'httpbin/endpoints/base64.test.ts',
    verdicts: [
      ['better', ['psf'], 'The same, and no browser runs what was decoded.'],
      ['different', ['go', 'bun'], 'What cannot be decoded is a hint with 200, not a 400.'],
    ],
  },
  {
    route: '/base64/encode/{value}',
    ours: '/base64/encode/{value+}',
    test: 'httpbin/endpoints/base64-encode.test.ts',
    verdicts: [['same', ['go'], 'In the alphabet for URLs, with padding.']],
  },
  {
    route: '/base64/decode/{value}',
    ours: '/base64/decode/{value+}',
    test: 'httpbin/endpoints/base64-decode.test.ts',
    verdicts: [
      ['better', ['go'], 'Of the type that is asked for and never escaped, yet no browser runs it.'],
    ],
  },
  {
    route: '/b64',
    verdicts: [['not here', ['bun'], 'Another name for `/base64`.']],
  },
  {
    route: '/bytes/{n}',
    ours: '/bytes/{n}',
    test: 'httpbin/endpoints/bytes.test.ts',
    verdicts: [
      [
        'better',
        ['psf'],
        'With the same seed the same bytes; a limit that can be raised; a bad seed is 400.',
      ],
      ['different', ['go'], "Seeds are CPython's, and too many are cut, not refused."],
      ['different', ['bun'], 'More than 90, and with a seed.'],
      ['different', ['can'], "Seeds are CPython's, and too many are cut, not a 404."],
    ],
  },
  {
    route: '/stream-bytes/{n}',
    ours: '/stream-bytes/{n}',
    test: 'httpbin/endpoints/stream-bytes.test.ts',
    verdicts: [
      ['better', ['psf'], 'In the same chunks; a limit that can be raised; a bad seed is 400.'],
      ['different', ['go', 'can'], "Seeds are CPython's."],
    ],
  },
  {
    route: '/stream/{n}',
    ours: '/stream/{n}',
    test: 'httpbin/endpoints/stream.test.ts',
    verdicts: [
      ['same', ['psf'], "Lines in the original's order and spaces, a chunk each."],
      ['different', ['go'], 'The type is JSON, and of no lines there are none.'],
    ],
  },
  {
    route: '/delay/{delay}',
    ours: '/delay/{delay}',
    test: 'httpbin/endpoints/delay.test.ts',
    verdicts: [
      ['better', ['psf'], 'What is no number is 400, not 500, and `Server-Timing` tells the wait.'],
      ['different', ['go'], 'More than ten seconds are ten, not a 400; units are not read.'],
      ['different', ['bun'], 'Ten seconds at most, and a picture of the request.'],
      ['different', ['echo'], 'A picture of the request, not the number.'],
    ],
  },
  {
    route: '/drip',
    ours: '/drip',
    test: 'httpbin/endpoints/drip.test.ts',
    verdicts: [
      ['better', ['psf'], 'The time is bounded, and what is no number is 400, not 500.'],
      ['different', ['go'], 'The delay is 0 unless given, and what is too long is cut.'],
      ['better', ['bun'], '`code` counts, fractions of a second too.'],
      ['better', ['can'], 'The time is bounded.'],
    ],
  },
  {
    route: '/drip-lines',
    verdicts: [['not here', ['bun'], '`/jsonl` and `/sse` are lines over a time.']],
  },
  {
    route: '/range/{n}',
    ours: '/range/{n}',
    test: 'httpbin/endpoints/range.test.ts',
    verdicts: [
      [
        'better',
        ['psf'],
        'The same for one range; several ranges and `If-Range` count; the time is bounded.',
      ],
      [
        'different',
        ['go'],
        'A range that ends too late is 416; all of it is 200; without quotes on the tag.',
      ],
      ['different', ['bun'], 'Ranges count, and every byte is known by its place.'],
      ['better', ['can'], 'The time is bounded.'],
    ],
  },
  {
    route: '/links/{n}',
    ours: '/links/{n}',
    test: 'httpbin/endpoints/links.test.ts',
    verdicts: [
      ['same', ['psf'], 'To the first of them.'],
      ['different', ['go'], 'Too many are cut, not refused.'],
      ['better', ['bun'], 'The number is bounded.'],
    ],
  },
  {
    route: '/links/{n}/{offset}',
    ours: '/links/{n}/{offset}',
    test: 'httpbin/endpoints/links.test.ts',
    verdicts: [
      ['same', ['psf'], 'Byte for byte.'],
      ['different', ['go', 'can'], "Quotes and spaces of the page are the original's."],
      ['better', ['bun'], 'The number is bounded.'],
    ],
  },
  {
    route: '/jsonl',
    ours: '/jsonl',
    test: 'httpbin/endpoints/jsonl.test.ts',
    verdicts: [['same', ['go'], 'Count, duration, delay and jitter; values are texts or lists.']],
  },
  {
    route: '/sse',
    ours: '/sse',
    test: 'httpbin/endpoints/sse.test.ts',
    verdicts: [
      ['better', ['go', 'can'], 'A client that connects again goes on behind `Last-Event-ID`.'],
      ['different', ['bun'], 'A duration spreads the events; the delay is before the first.'],
    ],
  },
  {
    route: '/server-events/{n}',
    verdicts: [['not here', ['echo'], '`/sse?count=` gives as many.']],
  },
  {
    route: '/websocket/echo',
    ours: '/websocket/echo',
    test: 'httpbin/endpoints/websocket-echo.test.ts',
    verdicts: [
      [
        'better',
        ['go'],
        'Messages may be compressed, and their size is bounded, not the number of their fragments.',
      ],
    ],
  },
  {
    route: '/time/…, /transform/collection',
    verdicts: [['not here', ['echo'], 'Reckoning with dates and collections has nothing to do with HTTP.']],
  },
  {
    route: '/llm/…',
    verdicts: [
      ['not here', ['bun', 'can'], "The interface of other people's products, which changes every month."],
    ],
  },
];
