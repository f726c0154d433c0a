import type { PeerRoute } from './peer-route.ts';

export const formats: readonly PeerRoute[] = [
  {
    route: '/json',
    ours: '/json',
    test: 'httpbin/endpoints/documents.test.ts',
    verdicts: [['same', ['psf', 'go'], 'The same slides.']],
  },
  {
    route: '/xml',
    ours: '/xml',
    test: 'httpbin/endpoints/documents.test.ts',
    verdicts: [['different', ['psf', 'go'], 'The same elements, written by ourselves.']],
  },
  {
    route: '/html',
    ours: '/html',
    test: 'httpbin/endpoints/documents.test.ts',
    verdicts: [
      ['different', ['psf', 'go'], 'The same heading over another passage of the novel.'],
      ['different', ['bun'], 'The novel, not a page that tries to run a script.'],
    ],
  },
  {
    route: '/robots.txt',
    ours: '/robots.txt',
    test: 'httpbin/endpoints/documents.test.ts',
    verdicts: [
      ['same', ['psf', 'go'], 'Robots are kept out of `/deny`.'],
      ['different', ['bun'], '`/mix` and `/run` are not there to be kept out of.'],
    ],
  },
  {
    route: '/deny',
    ours: '/deny',
    test: 'httpbin/endpoints/pages.test.ts',
    verdicts: [['different', ['psf', 'go', 'bun'], 'A drawing of our own.']],
  },
  {
    route: '/encoding/utf8',
    ours: '/encoding/utf8',
    test: 'httpbin/endpoints/pages.test.ts',
    verdicts: [['different', ['psf', 'go'], 'A page of our own, with more that goes wrong.']],
  },
  {
    route: '/forms/post',
    ours: '/forms/post',
    test: 'httpbin/endpoints/pages.test.ts',
    verdicts: [['same', ['psf', 'go'], 'The same fields, on a page of our own.']],
  },
  {
    route: '/gzip',
    ours: '/gzip',
    test: 'httpbin/endpoints/codings.test.ts',
    verdicts: [
      ['same', ['psf'], 'Always compressed, and says so.'],
      ['different', ['go'], 'Without `args` and an empty `url`.'],
    ],
  },
  {
    route: '/deflate',
    ours: '/deflate',
    test: 'httpbin/endpoints/codings.test.ts',
    verdicts: [
      ['same', ['psf'], 'In the format of zlib, as HTTP means it.'],
      ['different', ['go'], 'Without `args` and an empty `url`.'],
    ],
  },
  {
    route: '/brotli',
    ours: '/brotli',
    test: 'httpbin/endpoints/codings.test.ts',
    verdicts: [
      ['same', ['psf'], 'Always compressed, and says so.'],
      ['better', ['go'], 'There it is a 501.'],
    ],
  },
  {
    route: '/zstd',
    ours: '/zstd',
    test: 'httpbin/endpoints/codings.test.ts',
    verdicts: [['same', ['can'], 'In the manner of `/gzip`.']],
  },
  {
    route: '/compressed',
    ours: '/compressed',
    test: 'httpbin/endpoints/codings.test.ts',
    verdicts: [['same', ['can'], 'By the weights of `Accept-Encoding`.']],
  },
  {
    route: 'POST to /gzip, /deflate, /brotli, /zstd',
    verdicts: [['not here', ['can'], '`/compose?coding=gzip&body=` encodes what one likes.']],
  },
  {
    route: '/image',
    ours: '/image',
    test: 'httpbin/endpoints/image.test.ts',
    verdicts: [
      ['same', ['psf'], 'The kind is chosen as there; the pictures are our own.'],
      ['different', ['go'], 'A 406 where no kind is welcome, not a 415.'],
    ],
  },
  ...['jpeg', 'png', 'svg', 'webp'].map(
    (kind): PeerRoute => ({
      route: `/image/${kind}`,
      ours: `/image/${kind}`,
      test: 'httpbin/endpoints/images.test.ts',
      verdicts: [['different', ['psf', 'go'], 'A picture of our own.']],
    }),
  ),
  {
    route: '/svg/{seed}',
    verdicts: [['not here', ['bun'], '`/image/svg` is an SVG; avatars are another trade.']],
  },
];
