import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '#test/support/any-character.ts';
import { settingRows } from '../settings/settings.ts';
import { domains, hosts, networks } from './list-value-types.ts';
import {
  baseUrl,
  choice,
  duration,
  integer,
  largeSize,
  longDuration,
  size,
  text,
  timeLimit,
  toggle,
} from './value-types.ts';

describe('values of settings', () => {
  it('read sizes in bytes and in powers of 1024', () => {
    assert.deepEqual(
      ['1048576', '64k', '1m', '1MiB', '2 KB', '0'].map(size.read),
      [1048576, 65536, 1048576, 1048576, 2048, 0],
    );
    for (const wrong of ['', '-1', '1.5m', '1t', '0x10', '1e3', '257m', 'm', '9999999999999']) {
      assert.equal(size.read(wrong), undefined, wrong);
    }
  });

  it('read larger sizes for streamed data', () => {
    assert.equal(largeSize.read('64g'), 64 * 1024 ** 3);
    assert.equal(largeSize.read('65g'), undefined);
    assert.match(largeSize.expects, /up to 64g/);
  });

  it('read durations in seconds without a unit', () => {
    assert.deepEqual(
      ['10', '10s', '500ms', '1.5', '1m30s', '0', '1h', '1d'].map(duration.read),
      [10_000, 10_000, 500, 1500, 90_000, 0, 3_600_000, 86_400_000],
    );
    for (const wrong of ['', '-1', 's', '1w', '1 s', '25h1x', '600h', '25d', '1e3', 'Infinity']) {
      assert.equal(duration.read(wrong), undefined, wrong);
    }
  });

  it('read long durations without a timer', () => {
    assert.equal(longDuration.read('365d'), 365 * 86_400_000);
    assert.equal(longDuration.read('36501d'), undefined);
  });

  it('read whole numbers within their bounds', () => {
    const port = integer('PORT', 0, 65535);
    assert.deepEqual(['0', '8080', '65535'].map(port.read), [0, 8080, 65535]);
    for (const wrong of ['', '65536', '-1', '1.0', '0x1', ' 1', '١'])
      assert.equal(port.read(wrong), undefined, wrong);
  });

  it('read comma-separated addresses and networks', () => {
    assert.deepEqual(networks.read('10.0.0.0/8, ::1,2001:db8::/32'), ['10.0.0.0/8', '::1', '2001:db8::/32']);
    for (const wrong of ['', '10.0.0.0/33', '::/129', 'localhost', '10.0.0.1,', '1.2.3', 'fe80::1%eth0']) {
      assert.equal(networks.read(wrong), undefined, wrong);
    }
  });

  it('read host names as a URL parser writes them', () => {
    assert.deepEqual(domains.read('Example.COM, bücher.example,127.1,[0::1]'), [
      'example.com',
      'xn--bcher-kva.example',
      '127.0.0.1',
      '[::1]',
    ]);
    for (const wrong of [
      '',
      'a,',
      'a:80',
      'a:',
      'u@a',
      'a/b',
      'a\\b',
      'http://a',
      'a b',
      '%61',
      '[::1]:80',
    ]) {
      assert.equal(domains.read(wrong), undefined, wrong);
    }
  });

  it('read hosts, addresses and wildcards, in lower case', () => {
    assert.deepEqual(hosts.read('API.example., *.Example.com,192.0.2.1,[2001:DB8::1],2001:db8::2,*'), [
      'api.example',
      '*.example.com',
      '192.0.2.1',
      '2001:db8::1',
      '2001:db8::2',
      '*',
    ]);
    for (const wrong of [
      '',
      'a,',
      'a:80',
      '.',
      '..',
      'a..b',
      '.a',
      '*.',
      '*a',
      'a.*',
      '*.*.a',
      '**',
      'http://a',
      'u@a',
      'a b',
      '[::1',
      '..',
      'a..b',
    ])
      assert.equal(hosts.read(wrong), undefined, wrong);
  });

  it('read base URLs without the final slash', () => {
    assert.equal(baseUrl.read('https://ghe.example/'), 'https://ghe.example');
    assert.equal(baseUrl.read('http://[::1]:80/prefix/'), 'http://[::1]/prefix');
    for (const wrong of [
      '',
      'ghe.example',
      'ftp://x',
      'http://',
      'http://x/?a',
      'http://u:p@x',
      'http://a b',
    ]) {
      assert.equal(baseUrl.read(wrong), undefined, wrong);
    }
  });

  it('read choices, switches and text', () => {
    assert.equal(choice('LEVEL', ['silent', 'info']).read('INFO'), 'info');
    assert.equal(choice('LEVEL', ['silent', 'info']).read('inf'), undefined);
    assert.deepEqual(['true', 'no', 'ON', '0', 'maybe', ''].map(toggle.read), [
      true,
      false,
      true,
      false,
      undefined,
      undefined,
    ]);
    assert.deepEqual(['a', '', 'a\0b'].map(text('FILE', 'a path').read), ['a', undefined, undefined]);
  });

  it('are consistent: any text is a value or invalid, and a formatted value is parsed back', () => {
    for (const [name, { type }] of settingRows) {
      const likely = fc.oneof(
        fc.string({ unit: anyCharacter }),
        fc.stringMatching(/^[0-9a-z.:/,-]{0,12}$/),
        fc.integer().map(String),
      );
      fc.assert(
        fc.property(likely, (input) => {
          const value = type.read(input);
          if (value !== undefined) assert.deepEqual(type.read(type.write(value)), value, name);
        }),
      );
    }
  });

  it('format any number of milliseconds and bytes so that it is parsed back', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), (value) => assert.equal(duration.read(duration.write(value)), value)),
    );
    fc.assert(fc.property(fc.nat(2 ** 28), (value) => assert.equal(size.read(size.write(value)), value)));
  });
});

it('a time limit is above zero, and an hour at most', () => {
  assert.deepEqual(
    ['0', '0.0001', '1ms', '1.5', '1h', '3601'].map((text) => timeLimit.read(text)),
    [undefined, undefined, 1, 1500, 3_600_000, undefined],
  );
  assert.match(timeLimit.expects, /^a number of seconds above 0, up to an hour/);
});
