import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTarget } from '#http/syntax/target.ts';
import { splitBin, withoutBins } from './bin-prefix.ts';
import { binFieldsOf, isBinHost, keyOfHost, readBin } from './request-bin.ts';

test('the bin is that of the header, of the path, or of the host', () => {
  for (const [named, base, host, bin, isValid] of [
    ['c', '/bin/a', 'b.bin.localhost', 'c', true],
    ['a/b', '/bin/a', undefined, 'a', false],
    ['', '', undefined, null, false],
    [undefined, '/bin/a', undefined, 'a', true],
    [undefined, '/bin/a', 'b.bin.localhost', 'a', true],
    [undefined, '', 'b.bin.localhost', 'b', true],
    [undefined, '', 'B.Bin.LOCALHOST:8080', 'b', true],
    [undefined, '', 'b.bin.localhost.:80', 'b', true],
    [undefined, '', 'a.b.bin.localhost', 'a.b', true],
    [undefined, '', 'bin.localhost.', null, true],
    [undefined, '', 'b$.bin.localhost', null, false],
    [undefined, '', 'b.bin.localhost.example', null, true],
    [undefined, '', 'bin.localhost', null, true],
    [undefined, '', 'localhost:8080', null, true],
    [undefined, '', undefined, null, true],
  ] as const)
    assert.deepEqual(
      readBin({ named, forwarded: undefined }, { base, authority: undefined }, host),
      { bin, isValid },
      `${named} ${base} ${host}`,
    );
  const target = parseTarget('http://b.bin.localhost/get');
  assert.equal(readBin({ named: undefined, forwarded: undefined }, target, 'c.bin.localhost').bin, 'b');
});

test('the bin of the port precedes all others, and that of a field of the application those of the URL', () => {
  const host = 'h.bin.localhost';
  for (const [port, named, forwarded, base, bin, isValid] of [
    ['p', 'c', 'f', '/bin/a', 'p', true],
    [undefined, 'c', 'f', '/bin/a', 'c', true],
    [undefined, 'c d', 'f', '/bin/a', 'f', false],
    [undefined, undefined, 'f', '/bin/a', 'f', true],
    [undefined, undefined, 'f g', '/bin/a', 'a', true],
    [undefined, undefined, 'f g', '', 'h', true],
  ] as const) {
    const target = { base, authority: undefined, ...(port && { scope: port }) };
    assert.deepEqual(readBin({ named, forwarded }, target, host), { bin, isValid });
  }
  const target = { base: '', authority: undefined };
  assert.deepEqual(readBin({ named: undefined, forwarded: 'f g' }, target, 'h'), {
    bin: null,
    isValid: true,
  });
  assert.deepEqual(readBin({ named: undefined, forwarded: 'f' }, target, 'h'), { bin: 'f', isValid: true });
});

test('the fields of bins are found by name, the first of each', () => {
  const fields = [
    ['sparring-bin', 'a'],
    ['X-Test', 'b'],
    ['Sparring-Bin', 'c'],
    ['x-test', 'd'],
  ] as const;
  assert.deepEqual(binFieldsOf(fields, 'X-TEST'), { named: 'a', forwarded: 'b' });
  assert.deepEqual(binFieldsOf(fields, undefined), { named: 'a', forwarded: undefined });
  assert.deepEqual(binFieldsOf([], 'X-Test'), { named: undefined, forwarded: undefined });
});

test('the key of a host is its valid label', () => {
  for (const [host, key] of [
    ['t1.bin.localhost:80', 't1'],
    ['A.b.BIN.localhost.', 'a.b'],
    ['bin.localhost', undefined],
    ['b$.bin.localhost', undefined],
    [`${'x'.repeat(65)}.bin.localhost`, undefined],
    ['localhost', undefined],
  ] as const)
    assert.equal(keyOfHost(host), key, host);
});

test('the hosts of bins are bin.localhost and the names below it', () => {
  for (const host of [
    'bin.localhost',
    'BIN.Localhost:8080',
    'bin.localhost.',
    't1.bin.localhost',
    'a.b.bin.localhost.:1',
    'T1.BIN.LOCALHOST..',
    '.bin.localhost',
  ])
    assert.ok(isBinHost(host), host);
  for (const host of [
    'localhost',
    'xbin.localhost',
    'bin.localhost.example',
    't1.bin-localhost',
    'bin.localhostx',
    '127.0.0.1:8080',
    '[::1]:8080',
    '',
  ])
    assert.ok(!isBinHost(host), host);
});

test('the prefix of a bin is separated from the path', () => {
  const name = 'x'.repeat(64);
  for (const [path, base, rest] of [
    ['/bin/a/get', '/bin/a', '/get'],
    ['/bin/A-z.9_~/', '/bin/A-z.9_~', '/'],
    ['/bin/a', '/bin/a', '/'],
    [`/bin/${name}/bin/b/get`, `/bin/${name}`, '/bin/b/get'],
  ] as const)
    assert.deepEqual(splitBin(parseTarget(`${path}?q`)), { ...parseTarget(`${rest}?q`), base });
  for (const path of ['/bin', '/bin//get', `/bin/${name}x/get`, '/bin/a b/get', '/x/bin/a/get', '/bin/é/get'])
    assert.equal(splitBin(parseTarget(path)), undefined, path);
});

test('a path is found behind all prefixes that look like a bin', () => {
  for (const [path, rest] of [
    ['/bin/a/get', '/get'],
    ['/bin/a/bin/b c/get/bin/d/x', '/get/bin/d/x'],
    ['/bin//get', '/get'],
    ['/bin/a', '/bin/a'],
    ['/get/bin/a/b', '/get/bin/a/b'],
  ] as const)
    assert.equal(withoutBins(path), rest, path);
});
