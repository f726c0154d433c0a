import { testFixedCoding } from '../../../../test/support/codings.ts';

testFixedCoding('/zstd', 'zstd', 'zstd');
