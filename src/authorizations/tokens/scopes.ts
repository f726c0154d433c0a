/** Each scope and those that it implies, directly or through another. */
const IMPLIED: ReadonlyMap<string, readonly string[]> = new Map([
  ['repo', ['repo:status', 'repo_deployment', 'public_repo', 'repo:invite', 'security_events']],
  ['repo:status', []],
  ['repo_deployment', []],
  ['public_repo', []],
  ['repo:invite', []],
  ['security_events', []],
  ['admin:repo_hook', ['write:repo_hook', 'read:repo_hook']],
  ['write:repo_hook', ['read:repo_hook']],
  ['read:repo_hook', []],
  ['admin:org', ['write:org', 'read:org']],
  ['write:org', ['read:org']],
  ['read:org', []],
  ['admin:public_key', ['write:public_key', 'read:public_key']],
  ['write:public_key', ['read:public_key']],
  ['read:public_key', []],
  ['admin:org_hook', []],
  ['gist', []],
  ['notifications', []],
  ['user', ['read:user', 'user:email', 'user:follow']],
  ['read:user', []],
  ['user:email', []],
  ['user:follow', []],
  ['delete_repo', []],
  ['write:discussion', ['read:discussion']],
  ['read:discussion', []],
  ['admin:gpg_key', ['write:gpg_key', 'read:gpg_key']],
  ['write:gpg_key', ['read:gpg_key']],
  ['read:gpg_key', []],
  ['site_admin', []],
  ['admin:pre_receive_hook', []],
  ['admin:enterprise', ['manage_runners:enterprise', 'read:enterprise']],
  ['manage_runners:enterprise', []],
  ['read:enterprise', []],
  ['write:packages', ['read:packages']],
  ['read:packages', []],
  ['delete:packages', []],
  ['workflow', []],
  ['project', ['read:project']],
  ['read:project', []],
]);

/**
 * Those that are no scopes. Compat: names joined with commas are not cut apart, so they are none either.
 * @param missing scopes that the release does not have
 */
export function unknownScopes(requested: readonly string[], missing: readonly string[] = []): string[] {
  return [...new Set(requested)].filter((scope) => !IMPLIED.has(scope) || missing.includes(scope));
}

/** Each once, in the order asked for, without what another of them implies. */
export function normaliseScopes(requested: readonly string[]): string[] {
  const implied = new Set(requested.flatMap((scope) => IMPLIED.get(scope) ?? []));
  return [...new Set(requested)].filter((scope) => !implied.has(scope));
}

/** What the scope grants besides itself. */
export function impliedScopes(scope: string): readonly string[] {
  return IMPLIED.get(scope) ?? [];
}
