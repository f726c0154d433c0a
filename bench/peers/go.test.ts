import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { goFolder } from '../go-httpbin.ts';

test('the main file of go-httpbin has no errors', { timeout: 300_000 }, (t) => {
  const env = { ...process.env, GOTOOLCHAIN: 'local' };
  const { error, status, stderr } = spawnSync('go', ['vet', '.'], { cwd: goFolder, env, encoding: 'utf8' });
  if (error) return t.skip('go is not installed');
  if (/requires go|invalid go version/.test(stderr)) return t.skip('bench/peers/go requires a newer go');
  assert.equal(status, 0, stderr);
});
