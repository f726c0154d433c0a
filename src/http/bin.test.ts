import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binOf } from './bin.ts';
import { parseTarget, splitBin, withoutBins } from './target.ts';

test('the bin is that of the path, or of the host', () => {
  for (const [base, host, bin] of [
    ['/bin/a', undefined, 'a'],
    ['/bin/a', 'b.bin.localhost', 'a'],
    ['', 'b.bin.localhost', 'b'],
    ['', 'B.Bin.LOCALHOST:8080', 'B'],
    ['', 'b.bin.localhost.example', null],
    ['', 'bin.localhost', null],
    ['', 'localhost:8080', null],
    ['', undefined, null],
  ] as const)
    assert.equal(binOf({ base }, host), bin, `${base} ${host}`);
});

test('the prefix of a bin is separated from the path', () => {
  const name = 'x'.repeat(64);
  for (const [path, base, rest] of [
    ['/bin/a/get', '/bin/a', '/get'],
    ['/bin/A-z.9_~/', '/bin/A-z.9_~', '/'],
    [`/bin/${name}/bin/b/get`, `/bin/${name}`, '/bin/b/get'],
  ] as const)
    assert.deepEqual(splitBin(parseTarget(`${path}?q`)), { ...parseTarget(`${rest}?q`), base });
  for (const path of [
    '/bin/a',
    '/bin//get',
    `/bin/${name}x/get`,
    '/bin/a b/get',
    '/x/bin/a/get',
    '/bin/é/get',
  ])
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
