import { testFixedCoding } from '#test/support/wire/codings.ts';

testFixedCoding('/deflate', 'deflate', 'deflated');
