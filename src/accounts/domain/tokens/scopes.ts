/** A scope, with its description for the pages. It implies its children. */
export interface ScopeDescription {
  readonly scope: string;
  /** The access that it grants. */
  readonly meaning: string;
  /** The data that it concerns. */
  readonly subject: string;
  readonly children: readonly ScopeDescription[];
}

const toScope = (
  scope: string,
  subject: string,
  meaning: string,
  children: readonly ScopeDescription[] = [],
): ScopeDescription => ({ scope, subject, meaning, children });

/** All scopes, in the order of the pages. */
export const scopeTree: readonly ScopeDescription[] = [
  toScope('repo', 'Repositories', 'Full control of private and public repositories', [
    toScope('repo:status', 'Repositories', 'Read and set commit statuses'),
    toScope('repo_deployment', 'Repositories', 'Read and set deployment statuses'),
    toScope('public_repo', 'Repositories', 'Read and write public repositories'),
    toScope('repo:invite', 'Repositories', 'Accept and decline invitations to repositories'),
    toScope('security_events', 'Repositories', 'Read and write security events'),
  ]),
  toScope('workflow', 'Repositories', 'Update workflow files'),
  toScope('write:packages', 'Packages', 'Upload packages to the registry', [
    toScope('read:packages', 'Packages', 'Download packages from the registry'),
  ]),
  toScope('delete:packages', 'Packages', 'Delete packages from the registry'),
  toScope('admin:org', 'Organizations', 'Full control of organizations and teams', [
    toScope('write:org', 'Organizations', 'Read and write memberships, teams and projects of organizations', [
      toScope('read:org', 'Organizations', 'Read memberships, teams and projects of organizations'),
    ]),
  ]),
  toScope('admin:public_key', 'Keys', 'Full control of public keys', [
    toScope('write:public_key', 'Keys', 'Add public keys, and read them', [
      toScope('read:public_key', 'Keys', 'Read public keys'),
    ]),
  ]),
  toScope('admin:repo_hook', 'Repositories', 'Full control of hooks of repositories', [
    toScope('write:repo_hook', 'Repositories', 'Write and read hooks of repositories', [
      toScope('read:repo_hook', 'Repositories', 'Read hooks of repositories'),
    ]),
  ]),
  toScope('admin:org_hook', 'Organizations', 'Full control of hooks of organizations'),
  toScope('gist', 'Gists', 'Create and change gists'),
  toScope('notifications', 'Notifications', 'Read notifications, and mark them as read'),
  toScope('user', 'Personal data', 'Read and update all data of the profile', [
    toScope('read:user', 'Personal data', 'Read all data of the profile'),
    toScope('user:email', 'Personal data', 'Read e-mail addresses'),
    toScope('user:follow', 'Personal data', 'Follow and unfollow other users'),
  ]),
  toScope('delete_repo', 'Repositories', 'Delete repositories'),
  toScope('write:discussion', 'Organizations', 'Write and read discussions of teams', [
    toScope('read:discussion', 'Organizations', 'Read discussions of teams'),
  ]),
  toScope('admin:enterprise', 'Enterprise', 'Full control of enterprises', [
    toScope('manage_runners:enterprise', 'Enterprise', 'Manage runners of enterprises'),
    toScope('read:enterprise', 'Enterprise', 'Read the profile of enterprises'),
  ]),
  toScope('project', 'Projects', 'Full control of projects', [
    toScope('read:project', 'Projects', 'Read projects'),
  ]),
  toScope('admin:gpg_key', 'Keys', 'Full control of GPG keys', [
    toScope('write:gpg_key', 'Keys', 'Add GPG keys, and read them', [
      toScope('read:gpg_key', 'Keys', 'Read GPG keys'),
    ]),
  ]),
  toScope('admin:pre_receive_hook', 'Enterprise', 'Control the enforcement of pre-receive hooks'),
  toScope('site_admin', 'Enterprise', 'Use the interface of site administrators'),
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
const IMPLIED: ReadonlyMap<string, readonly string[]> = new Map(scopeTree.flatMap(toImplications));

function toImplications({ scope, children }: ScopeDescription): [scope: string, implied: string[]][] {
  const below = children.flatMap(toImplications);
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
