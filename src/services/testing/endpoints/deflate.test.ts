import { testFixedCoding } from '../../../../test/support/codings.ts';

testFixedCoding('/deflate', 'deflate', 'deflated');
