import { testImage } from '#test/support/servers/images.ts';

testImage('/image/webp', 'image/webp', '52494646');
