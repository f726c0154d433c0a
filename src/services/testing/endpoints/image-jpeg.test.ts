import { testImage } from '../../../../test/support/images.ts';

testImage('/image/jpeg', 'image/jpeg', 'ffd8ff');
