import { testFixedCoding } from '../../../../test/support/codings.ts';

testFixedCoding('/brotli', 'br', 'brotli');
