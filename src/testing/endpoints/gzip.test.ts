import { testFixedCoding } from '#test/support/wire/codings.ts';

testFixedCoding('/gzip', 'gzip', 'gzipped');
