import { testFixedCoding } from '#test/support/wire/codings.ts';

testFixedCoding('/brotli', 'br', 'brotli');
