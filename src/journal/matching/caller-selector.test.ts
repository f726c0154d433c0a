import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseSelector, readSelector, type SelectorKind } from './caller-selector.ts';

const ALL: readonly SelectorKind[] = ['key', 'path', 'connection', 'address', 'header'];

describe('a selector of callers', () => {
  it('is the name of a kind, or header:NAME', () => {
    for (const kind of ['key', 'path', 'connection', 'address'] as const) {
      assert.deepEqual(parseSelector(kind, ALL), { kind, field: '' });
      assert.equal(parseSelector(kind, ['header']), undefined, kind);
      assert.equal(parseSelector(`${kind}:x`, ALL), undefined, kind);
    }
    const longest = 'x'.repeat(100);
    for (const field of ['X-User', "!#$%&'*+.^_`|~-", longest])
      assert.deepEqual(parseSelector(`header:${field}`, ALL), { kind: 'header', field });
    for (const text of [
      '',
      'header',
      'header:',
      'header:a b',
      'header:a:b',
      `header:${longest}x`,
      'cookie',
      'KEY',
    ])
      assert.equal(parseSelector(text, ALL), undefined, text);
    assert.equal(parseSelector('header:a', ['key']), undefined);
  });

  it('reads the value of a request', () => {
    const request = {
      path: '/get',
      peerAddress: '192.0.2.1',
      rawFields: ['Host', 'h', 'x-user', 'mona', 'X-User', 'hubot'],
      connectionId: 7,
    };
    for (const [text, value] of [
      ['key', null],
      ['path', '/get'],
      ['connection', '7'],
      ['address', '192.0.2.1'],
      ['header:X-User', 'mona, hubot'],
      ['header:X-Other', ''],
    ] as const) {
      const selector = parseSelector(text, ALL);
      assert.equal(selector && readSelector(selector, request), value, text);
    }
  });
});
