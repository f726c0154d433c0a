import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRecordedFields } from './recorded-fields.ts';
import { type RequestFields, readRequestFields } from './request-fields.ts';

const NONE: RequestFields = { bin: null, isBinValid: true, hasAccountCookie: false, fetchSite: undefined };

describe('the fields of a request that the journal reads', () => {
  it('have a cookie of the account pages, or a bin, by their names in any case', () => {
    const cases: readonly (readonly [raw: readonly string[], fields: Partial<RequestFields>])[] = [
      [[], {}],
      [['X', 'Sparring-Bin', 'Y', 'a'], {}],
      [['cookie', 'a=1; sparring_session=x'], { hasAccountCookie: true }],
      [['Cookie', 'a=1'], {}],
      [['Cookis', 'sparring_session=x'], {}],
      [['sparring-bin', 'a'], { bin: 'a' }],
      [['Sparring-Bim', 'a'], {}],
      [['Sparring-Bin', 'a', 'Sparring-Bin', 'b'], { bin: 'a' }],
      [['Sparring-Bin', 'a b'], { isBinValid: false }],
      [['x-TEST', 'c', 'X-Test', 'd'], { bin: 'c' }],
      [['X-Tess', 'c'], {}],
      [['X-Test', 'c', 'Sparring-Bin', 'a'], { bin: 'a' }],
      // The field of the application can have other values.
      [['X-Test', 'a b'], {}],
      [['sec-fetch-site', 'none', 'Sec-Fetch-Site', 'cross-site'], { fetchSite: 'none' }],
      [['Sec-Fetch-Sitf', 'none'], {}],
      [['host', 'd.bin.localhost'], { bin: 'd' }],
      [['Hosv', 'd.bin.localhost'], {}],
      [['Host', 'd.bin.localhost', 'X-Test', 'c'], { bin: 'c' }],
    ];
    const target = { base: '', authority: undefined };
    for (const [raw, fields] of cases)
      assert.deepEqual(readRequestFields(raw, target, 'x-test'), { ...NONE, ...fields }, raw.join());
    assert.deepEqual(readRequestFields(['X-Test', 'c'], target, undefined), NONE);
  });
});

describe('the fields that the journal keeps', () => {
  const raw = ['Cookie', 'a=1; sparring_session=x; b', 'X-A', 'cookie', 'x-a', '2', 'Y', 'x-a'];

  it('have all values, without those of cookies of the account pages', () => {
    const fields = createRecordedFields([]);
    assert.equal(fields.keepsAll, true);
    assert.equal(fields.ofRequest(raw, false), raw);
    assert.deepEqual(fields.ofRequest(raw, true), [
      'Cookie',
      'a=1; sparring_session=***; b',
      ...raw.slice(2),
    ]);
  });

  it('have no value of the names that are left out, in any case', () => {
    const fields = createRecordedFields(['x-a', 'set-cookie']);
    assert.equal(fields.keepsAll, false);
    for (const hasAccountCookie of [false, true])
      assert.deepEqual(fields.ofRequest(raw, hasAccountCookie), [
        'Cookie',
        'a=1; sparring_session=***; b',
        'X-A',
        '***',
        'x-a',
        '***',
        'Y',
        'x-a',
      ]);
    assert.deepEqual(
      fields.ofResponse([
        ['Set-Cookie', 'a=1'],
        ['Y', 'x-a'],
      ]),
      [
        ['Set-Cookie', '***'],
        ['Y', 'x-a'],
      ],
    );
    const withCookie = createRecordedFields(['cookie']);
    assert.deepEqual(withCookie.ofRequest(raw.slice(0, 4), false), ['Cookie', '***', 'X-A', 'cookie']);
  });
});
