import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HpackDecoder } from './decoder.ts';

/** RFC 7541 appendix A: the names in the order of their indexes, with their values. */
const APPENDIX_A = `:authority|:method=GET|:method=POST|:path=/|:path=/index.html|:scheme=http|:scheme=https|:status=200
:status=204|:status=206|:status=304|:status=400|:status=404|:status=500|accept-charset|accept-encoding=gzip, deflate
accept-language|accept-ranges|accept|access-control-allow-origin|age|allow|authorization|cache-control
content-disposition|content-encoding|content-language|content-length|content-location|content-range|content-type|cookie
date|etag|expect|expires|from|host|if-match|if-modified-since
if-none-match|if-range|if-unmodified-since|last-modified|link|location|max-forwards|proxy-authenticate
proxy-authorization|range|referer|refresh|retry-after|server|set-cookie|strict-transport-security
transfer-encoding|user-agent|vary|via|www-authenticate`;

test('each index of the static table has the field of RFC 7541 appendix A, and index 62 has none', () => {
  const expected = APPENDIX_A.split(/[|\n]/).map((entry) => {
    const [name = '', value = ''] = entry.split('=');
    return [name, value];
  });
  assert.equal(expected.length, 61);
  const decoder = new HpackDecoder({ tableSize: 0, storedSize: 65_536, decodedSize: 65_536 });
  const decode = (index: number) => {
    const fields: string[] = [];
    const outcome = decoder.decode(Buffer.from([0x80 | index]), 0, 1, fields);
    return { outcome, fields };
  };
  expected.forEach((fields, index) => {
    assert.deepEqual(decode(index + 1), { outcome: 'complete', fields }, `index ${index + 1}`);
  });
  assert.equal(decode(62).outcome, 'invalid');
});
