import { test } from 'sparring/jest';
import { sparring } from 'sparring/node-test';

test('uses the server', ({ sparring }) => sparring.url);
export const fixture = sparring;
