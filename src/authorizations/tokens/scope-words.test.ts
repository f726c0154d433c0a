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

function namesBelow(children: readonly ScopeWords[]): string[] {
  return children.flatMap(({ scope, children: further }) => [scope, ...namesBelow(further)]);
}
