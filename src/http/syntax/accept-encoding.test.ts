import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import Negotiator from 'negotiator';
import { negotiateCoding } from './accept-encoding.ts';

const AVAILABLE = ['zstd', 'br', 'gzip', 'deflate', 'identity'] as const;

function chosen(accept: string): string | undefined {
  return negotiateCoding(accept, AVAILABLE);
}

test('selects the highest weight, and the first of equal ones', () => {
  assert.equal(chosen('gzip;q=0.5, deflate;q=0.8'), 'deflate');
  assert.equal(chosen('deflate, gzip, br'), 'br');
  assert.equal(chosen('gzip;q=0.1, identity;q=0.9'), 'identity');
  assert.equal(chosen('*'), 'zstd');
  assert.equal(chosen('zstd;q=0, *'), 'br');
  assert.equal(chosen('X-GZIP'), 'gzip');
});

test('selects identity for a header that names no available coding', () => {
  for (const accept of ['', 'identity', 'snappy', 'gzip;q=0', ',', 'gzip;q=0.000', 'gzip;level=9']) {
    assert.equal(chosen(accept), 'identity', accept);
  }
});

test('returns undefined when identity is rejected and no other coding is available', () => {
  for (const accept of ['identity;q=0', '*;q=0', 'snappy, identity;q=0', 'gzip;q=0, *;q=0.0']) {
    assert.equal(chosen(accept), undefined, accept);
  }
});

test('selects one of the codings that negotiator prefers', () => {
  const coding = fc.constantFrom(...AVAILABLE, '*', 'snappy', 'GZIP');
  const weight = fc.constantFrom('', ';q=0', ';q=1', ';q=0.5', '; q=0.25', ';q=0.001', ' ;q=1.000');
  const elements = fc.uniqueArray(fc.tuple(coding, weight), {
    selector: ([name]) => name.toLowerCase(),
    maxLength: 6,
  });
  fc.assert(
    fc.property(elements, (list) => {
      const accept = list.map((element) => element.join('')).join(', ');
      const ordered = new Negotiator({ headers: { 'accept-encoding': accept } }).encodings([...AVAILABLE]);
      const ours = chosen(accept);
      if (ours === undefined) return assert.deepEqual(ordered, []);
      // The first choice of negotiator has at most the same weight: of the two alone, it prefers ours.
      assert.ok(ordered.includes(ours), `${accept}: ${ours}`);
      const [first = ''] = ordered;
      assert.equal(negotiateCoding(accept, [ours, first]), ours);
      assert.ok(negotiateCoding(accept, [first, ours]) === first, accept);
    }),
  );
});

test('accepts any text', () => {
  fc.assert(fc.property(fc.string(), (accept) => void chosen(accept)));
});

test('uses the first weight of a repeated coding, aliases included', () => {
  assert.equal(chosen('gzip;q=0, gzip;q=1, br;q=0.5'), 'br');
  assert.equal(chosen('gzip;q=1, gzip;q=0, br;q=0.5'), 'gzip');
  assert.equal(chosen('x-gzip;q=0.1, GZIP;q=1, br;q=0.5'), 'br');
  assert.equal(chosen('*;q=0, *;q=1, gzip;q=0.5'), 'gzip');
});
