import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normaliseScopes, unknownScopes } from './scopes.ts';

test('what another scope implies is dropped, and the order stays', () => {
  assert.deepEqual(normaliseScopes(['user', 'gist', 'user:email']), ['user', 'gist']);
  assert.deepEqual(normaliseScopes(['user:email', 'gist', 'user']), ['gist', 'user']);
});

test('implication goes through: the administrator of hooks reads them', () => {
  assert.deepEqual(normaliseScopes(['read:repo_hook', 'admin:repo_hook', 'write:repo_hook']), [
    'admin:repo_hook',
  ]);
  assert.deepEqual(normaliseScopes(['read:org', 'write:org']), ['write:org']);
});

test('repeats collapse and siblings stay', () => {
  assert.deepEqual(normaliseScopes(['repo:status', 'public_repo', 'repo:status']), [
    'repo:status',
    'public_repo',
  ]);
});

test('scopes that imply nothing of each other all stay', () => {
  const scopes = ['site_admin', 'delete_repo', 'notifications', 'workflow', 'repo'];
  assert.deepEqual(normaliseScopes(scopes), scopes);
});

test('what is not in the table is unknown, names joined with commas and other letter cases too', () => {
  assert.deepEqual(unknownScopes(['repo', 'gists', 'gists', 'user,repo', 'Repo', '']), [
    'gists',
    'user,repo',
    'Repo',
    '',
  ]);
  assert.deepEqual(unknownScopes(['constructor', '__proto__']), ['constructor', '__proto__']);
});
