import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normaliseScopes, type ScopeDescription, scopeTree, unknownScopes } from './scopes.ts';

test('normaliseScopes removes implied scopes and keeps the order', () => {
  assert.deepEqual(normaliseScopes(['user', 'gist', 'user:email']), ['user', 'gist']);
  assert.deepEqual(normaliseScopes(['user:email', 'gist', 'user']), ['gist', 'user']);
});

test('implication is transitive: admin:repo_hook implies read:repo_hook', () => {
  assert.deepEqual(normaliseScopes(['read:repo_hook', 'admin:repo_hook', 'write:repo_hook']), [
    'admin:repo_hook',
  ]);
  assert.deepEqual(normaliseScopes(['read:org', 'write:org']), ['write:org']);
});

test('normaliseScopes removes repeats and keeps siblings', () => {
  assert.deepEqual(normaliseScopes(['repo:status', 'public_repo', 'repo:status']), [
    'repo:status',
    'public_repo',
  ]);
});

test('normaliseScopes keeps unrelated scopes', () => {
  const scopes = ['site_admin', 'delete_repo', 'notifications', 'workflow', 'repo'];
  assert.deepEqual(normaliseScopes(scopes), scopes);
});

test('unknownScopes lists unknown names, names joined by commas, and other letter case', () => {
  assert.deepEqual(unknownScopes(['repo', 'gists', 'gists', 'user,repo', 'Repo', '']), [
    'gists',
    'user,repo',
    'Repo',
    '',
  ]);
  assert.deepEqual(unknownScopes(['constructor', '__proto__']), ['constructor', '__proto__']);
});

test('each scope of the tree occurs once and implies exactly the scopes below it', () => {
  const seen = new Set<string>();
  const visit = ({ scope, children }: ScopeDescription) => {
    assert.deepEqual(unknownScopes([scope]), []);
    assert.ok(!seen.has(scope), scope);
    seen.add(scope);
    for (const child of children) visit(child);
    const below = namesBelow(children);
    assert.deepEqual(normaliseScopes([...below, scope]), [scope]);
  };
  for (const top of scopeTree) visit(top);
  const all = [...seen];
  assert.deepEqual(
    normaliseScopes(all),
    scopeTree.map(({ scope }) => scope),
  );
});

test('every scope has a description, and the same subject as the scopes below it', () => {
  const visit = ({ scope, subject, meaning, children }: ScopeDescription) => {
    assert.match(meaning, /^[A-Z].{5,}/, scope);
    assert.match(subject, /^[A-Z].{3,}/, scope);
    for (const child of children) {
      assert.equal(child.subject, subject, child.scope);
      visit(child);
    }
  };
  for (const top of scopeTree) visit(top);
});

function namesBelow(children: readonly ScopeDescription[]): string[] {
  return children.flatMap(({ scope, children: further }) => [scope, ...namesBelow(further)]);
}
