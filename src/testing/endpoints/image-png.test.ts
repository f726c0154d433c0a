import { testImage } from '#test/support/servers/images.ts';

// The signature, the head of the first chunk, and a size of 480 by 320.
testImage('/image/png', 'image/png', `89504e470d0a1a0a0000000d49484452${'000001e0'}${'00000140'}`);
