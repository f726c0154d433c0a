import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ScopeWords, scopeTree } from './scope-words.ts';
import { normaliseScopes, unknownScopes } from './scopes.ts';

test('every scope in words is a scope, stands once, and implies just those below it', () => {
  const seen = new Set<string>();
  const visit = ({ scope, children }: ScopeWords) => {
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

test('every scope has a meaning, and a subject that the scopes below it share', () => {
  const visit = ({ scope, subject, meaning, children }: ScopeWords) => {
    assert.match(meaning, /^[A-Z].{5,}/, scope);
    assert.match(subject, /^[A-Z].{3,}/, scope);
    for (const child of children) {
      assert.equal(child.subject, subject, child.scope);
      visit(child);
    }
  };
  for (const top of scopeTree) visit(top);
});

function namesBelow(children: readonly ScopeWords[]): string[] {
  return children.flatMap(({ scope, children: further }) => [scope, ...namesBelow(further)]);
}
