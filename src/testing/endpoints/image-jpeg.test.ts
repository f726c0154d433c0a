import { testImage } from '#test/support/servers/images.ts';

testImage('/image/jpeg', 'image/jpeg', 'ffd8ff');
