import { testFixedCoding } from '#test/support/wire/codings.ts';

testFixedCoding('/zstd', 'zstd', 'zstd');
