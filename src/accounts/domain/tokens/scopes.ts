/** A scope, with its description for the pages. It implies its children. */
export interface ScopeDescription {
  readonly scope: string;
  /** The access that it grants. */
  readonly meaning: string;
  /** The data that it concerns. */
  readonly subject: string;
  readonly children: readonly ScopeDescription[];
}

const buildScope = (
  scope: string,
  subject: string,
  meaning: string,
  children: readonly ScopeDescription[] = [],
): ScopeDescription => ({ scope, subject, meaning, children });

/** All scopes, in the order of the pages. */
export const scopeTree: readonly ScopeDescription[] = [
  buildScope('repo', 'Repositories', 'Full control of private and public repositories', [
    buildScope('repo:status', 'Repositories', 'Read and set commit statuses'),
    buildScope('repo_deployment', 'Repositories', 'Read and set deployment statuses'),
    buildScope('public_repo', 'Repositories', 'Read and write public repositories'),
    buildScope('repo:invite', 'Repositories', 'Accept and decline invitations to repositories'),
    buildScope('security_events', 'Repositories', 'Read and write security events'),
  ]),
  buildScope('workflow', 'Repositories', 'Update workflow files'),
  buildScope('write:packages', 'Packages', 'Upload packages to the registry', [
    buildScope('read:packages', 'Packages', 'Download packages from the registry'),
  ]),
  buildScope('delete:packages', 'Packages', 'Delete packages from the registry'),
  buildScope('admin:org', 'Organizations', 'Full control of organizations and teams', [
    buildScope(
      'write:org',
      'Organizations',
      'Read and write memberships, teams and projects of organizations',
      [buildScope('read:org', 'Organizations', 'Read memberships, teams and projects of organizations')],
    ),
  ]),
  buildScope('admin:public_key', 'Keys', 'Full control of public keys', [
    buildScope('write:public_key', 'Keys', 'Add public keys, and read them', [
      buildScope('read:public_key', 'Keys', 'Read public keys'),
    ]),
  ]),
  buildScope('admin:repo_hook', 'Repositories', 'Full control of hooks of repositories', [
    buildScope('write:repo_hook', 'Repositories', 'Write and read hooks of repositories', [
      buildScope('read:repo_hook', 'Repositories', 'Read hooks of repositories'),
    ]),
  ]),
  buildScope('admin:org_hook', 'Organizations', 'Full control of hooks of organizations'),
  buildScope('gist', 'Gists', 'Create and change gists'),
  buildScope('notifications', 'Notifications', 'Read notifications, and mark them as read'),
  buildScope('user', 'Personal data', 'Read and update all data of the profile', [
    buildScope('read:user', 'Personal data', 'Read all data of the profile'),
    buildScope('user:email', 'Personal data', 'Read e-mail addresses'),
    buildScope('user:follow', 'Personal data', 'Follow and unfollow other users'),
  ]),
  buildScope('delete_repo', 'Repositories', 'Delete repositories'),
  buildScope('write:discussion', 'Organizations', 'Write and read discussions of teams', [
    buildScope('read:discussion', 'Organizations', 'Read discussions of teams'),
  ]),
  buildScope('admin:enterprise', 'Enterprise', 'Full control of enterprises', [
    buildScope('manage_runners:enterprise', 'Enterprise', 'Manage runners of enterprises'),
    buildScope('read:enterprise', 'Enterprise', 'Read the profile of enterprises'),
  ]),
  buildScope('project', 'Projects', 'Full control of projects', [
    buildScope('read:project', 'Projects', 'Read projects'),
  ]),
  buildScope('admin:gpg_key', 'Keys', 'Full control of GPG keys', [
    buildScope('write:gpg_key', 'Keys', 'Add GPG keys, and read them', [
      buildScope('read:gpg_key', 'Keys', 'Read GPG keys'),
    ]),
  ]),
  buildScope('admin:pre_receive_hook', 'Enterprise', 'Control the enforcement of pre-receive hooks'),
  buildScope('site_admin', 'Enterprise', 'Use the interface of site administrators'),
];

/** The description of a scope; undefined for an unknown scope. */
export function findScope(
  scope: string,
  among: readonly ScopeDescription[] = scopeTree,
): ScopeDescription | undefined {
  for (const each of among) {
    const found = each.scope === scope ? each : findScope(scope, each.children);
    if (found) return found;
  }
  return undefined;
}

/** The scopes in the order of the pages: by the weight of their data, then from broad to narrow. */
export function sortScopes(scopes: readonly string[]): string[] {
  return scopes.toSorted((one, other) => rankOf(one) - rankOf(other));
}

function rankOf(scope: string): number {
  const rank = RANKS.get(scope);
  return rank ?? RANKS.size;
}

/** The subjects, the heaviest first: what can destroy code, then what acts for others, then what only reads or writes a little. */
const SUBJECTS = [
  'Repositories',
  'Organizations',
  'Enterprise',
  'Keys',
  'Packages',
  'Projects',
  'Personal data',
  'Gists',
  'Notifications',
];

const flatten = (scopes: readonly ScopeDescription[]): ScopeDescription[] =>
  scopes.flatMap((scope) => [scope, ...flatten(scope.children)]);

const RANKS: ReadonlyMap<string, number> = new Map(
  flatten(scopeTree)
    .toSorted((one, other) => SUBJECTS.indexOf(one.subject) - SUBJECTS.indexOf(other.subject))
    .map(({ scope }, index) => [scope, index]),
);

/** Each scope and those that it implies, directly or through another. */
const IMPLIED: ReadonlyMap<string, readonly string[]> = new Map(scopeTree.flatMap(listImplications));

function listImplications({ scope, children }: ScopeDescription): [scope: string, implied: string[]][] {
  const below = children.flatMap(listImplications);
  return [[scope, below.map(([name]) => name)], ...below];
}

/**
 * The requested names that are not scopes. Compat: names joined by commas are not split, so they are unknown.
 * @param missing scopes that the release does not have
 */
export function unknownScopes(requested: readonly string[], missing: readonly string[] = []): string[] {
  return [...new Set(requested)].filter((scope) => !IMPLIED.has(scope) || missing.includes(scope));
}

/** The scopes without repeats and without those that another one implies, in the requested order. */
export function normaliseScopes(requested: readonly string[]): string[] {
  const implied = new Set(requested.flatMap((scope) => IMPLIED.get(scope) ?? []));
  return [...new Set(requested)].filter((scope) => !implied.has(scope));
}

/** The scopes that the scope implies. */
export function impliedScopes(scope: string): readonly string[] {
  return IMPLIED.get(scope) ?? [];
}
