import type { PeerRoute } from './peer-route.ts';

export const methods: readonly PeerRoute[] = [
  {
    route: '/get',
    ours: '/get',
    test: 'httpbin/request-view.test.ts',
    verdicts: [
      ['same', ['psf'], 'Members, their order, indentation and escapes are the same.'],
      ['different', ['go'], 'A value is a text, or a list when there are several; there is no `method`.'],
      ['different', ['bun'], 'Only args, headers, origin and url, as in the original.'],
      ['different', ['can'], 'Indented, and a plus in the query is a space.'],
      ['different', ['mock'], 'The query is `args`, not `queryParams`.'],
      ['different', ['echo'], 'There is an `origin`; field names are in title case; no cookie is set.'],
    ],
  },
  {
    route: '/post',
    ours: '/post',
    test: 'httpbin/request-body.test.ts',
    verdicts: [
      ['same', ['psf'], 'Forms, files, text, bytes and any JSON that Python reads come back alike.'],
      ['different', ['go'], 'A form leaves `data` empty, and JSON that cannot be read is null, not a 400.'],
      ['different', ['bun'], 'Nothing is cut at 10,000 bytes; a file is its content alone.'],
      [
        'different',
        ['can'],
        'JSON of any type is read, bytes are not lost, and a file is its content alone.',
      ],
      ['different', ['mock'], 'Forms and multipart are read too.'],
      ['different', ['echo'], '`data` is the text that was sent; no cookie is set.'],
    ],
  },
  ...(['put', 'delete', 'patch'] as const).map(
    (method): PeerRoute => ({
      route: `/${method}`,
      ours: `/${method}`,
      test: 'httpbin/endpoints/methods.test.ts',
      verdicts: [
        ['same', ['psf'], 'As `/post`.'],
        ['different', ['go', 'bun', 'can', 'mock', 'echo'], 'As `/post`.'],
      ],
    }),
  ),
  {
    route: '/anything',
    ours: '/anything',
    test: 'httpbin/endpoints/anything.test.ts',
    verdicts: [
      [
        'better',
        ['psf'],
        'A body is read whatever the method; all methods that Node knows are echoed, and over HTTP/2 any.',
      ],
      ['different', ['go'], 'As `/post`; over HTTP/1.1, a method that Node does not know is 501.'],
      ['different', ['bun'], 'What merely begins with `/any` is not taken for it.'],
      ['different', ['can'], 'As `/post`.'],
      ['different', ['mock'], '`origin` is the address of the client.'],
    ],
  },
  {
    route: '/anything/{anything}',
    ours: '/anything/{anything+}',
    test: 'httpbin/endpoints/anything.test.ts',
    verdicts: [
      ['same', ['psf'], 'The rest of the path is decoded as a whole.'],
      ['different', ['go'], '`%2F` is decoded, and without a segment behind the slash it is 404.'],
      ['different', ['bun', 'can'], 'As `/anything`.'],
    ],
  },
  {
    route: '/head',
    ours: '/head',
    test: 'httpbin/endpoints/head.test.ts',
    verdicts: [
      ['better', ['go'], 'With the `Content-Length` that `/get` would have.'],
      ['different', ['can'], 'The request is not told in fields of its own; it is in `/raw`.'],
    ],
  },
  {
    route: '/payload',
    ours: '/payload',
    test: 'httpbin/endpoints/payload.test.ts',
    verdicts: [
      ['better', ['bun'], 'Whole, never cut at 10,000 bytes, and no browser runs it.'],
      ['same', ['can'], 'It is `/body` there.'],
    ],
  },
  {
    route: '/upload',
    ours: '/upload',
    test: 'httpbin/endpoints/upload.test.ts',
    verdicts: [['better', ['go'], 'With a limit of its own, the digest of the body, and 413 above it.']],
  },
  {
    route: '/dump/request',
    ours: '/dump/request',
    test: 'httpbin/endpoints/dump-request.test.ts',
    verdicts: [['better', ['go'], 'Order, case and repeats of the fields are those of the request.']],
  },
  {
    route: 'multipart parts in full',
    ours: '/multipart',
    test: 'httpbin/endpoints/multipart.test.ts',
    verdicts: [
      [
        'better',
        ['bun', 'can'],
        'In a place of its own, so that `files` stays a map of texts; nothing is lost.',
      ],
    ],
  },
  {
    route: 'the request as it came',
    ours: '/raw',
    test: 'httpbin/endpoints/raw.test.ts',
    verdicts: [['new', [], 'Case, order, framing, trailers and bytes, which all the others rewrite.']],
  },
  {
    route: '/echo, /method, /options, /trace, /query',
    verdicts: [['not here', ['can'], '`/anything` and `/raw` tell the same of a request of any method.']],
  },
  {
    route: '--root-is-any, /any…',
    verdicts: [['not here', ['bun'], 'A path that was misspelt has to be a 404.']],
  },
];
