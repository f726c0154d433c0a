import { testImage } from '../../../../test/support/images.ts';

testImage('/image/webp', 'image/webp', '52494646');
