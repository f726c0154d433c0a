import { testImage } from '#test/support/servers/images.ts';

testImage(
  '/image/svg',
  'image/svg+xml',
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"').toString('hex'),
);
