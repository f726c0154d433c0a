import { testFixedCoding } from '../../../../test/support/codings.ts';

testFixedCoding('/gzip', 'gzip', 'gzipped');
