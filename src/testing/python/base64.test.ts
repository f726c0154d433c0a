import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodePythonBase64 } from './base64.ts';

// What Python 3.11 makes of each, in hexadecimal; undefined where it raises an error.
const DECODED: readonly (readonly [text: string, hex: string | undefined])[] = [
  ['YQ==', '61'],
  ['YWI=', '6162'],
  ['_-8=', 'ffef'],
  ['/+8=', 'ffef'],
  ['', ''],
  ['!!!', ''],
  ['====', ''],
  ['YW Jj', '616263'],
  ['YéQ==', '61'],
  ['YQ===', '61'],
  ['Y=Q==', '61'],
  ['YQ==YQ==', '61'],
  ['YQ=x=', '610c'],
  ['YW=Jj', '616263'],
  ['YQ=b=c=d', '6106'],
  ['YQ', undefined],
  ['YQ=', undefined],
  ['Y=Q=', undefined],
  ['A', undefined],
  ['YWJj====x', undefined],
  ['a%b', undefined],
];

test('decodes base64 exactly as Python', () => {
  for (const [text, hex] of DECODED) assert.equal(decodePythonBase64(text)?.toString('hex'), hex, text);
});
