/** A scope, with its description for the pages. It implies its children. */
export interface ScopeDescription {
  readonly scope: string;
  /** The access that it grants. */
  readonly meaning: string;
  /** The kind of data, which orders the scopes. */
  readonly subject: string;
  /** The data that it concerns. */
  readonly name: string;
  readonly children: readonly ScopeDescription[];
}

const buildScope = (
  scope: string,
  labels: Pick<ScopeDescription, 'subject' | 'name'>,
  meaning: string,
  children: readonly ScopeDescription[] = [],
): ScopeDescription => ({ scope, ...labels, meaning, children });

/** All scopes, in the order of the pages. */
export const scopeTree: readonly ScopeDescription[] = [
  buildScope(
    'repo',
    { subject: 'Repositories', name: 'Repositories' },
    'Full control of private and public repositories',
    [
      buildScope(
        'repo:status',
        { subject: 'Repositories', name: 'Commit statuses' },
        'Read and set commit statuses',
      ),
      buildScope(
        'repo_deployment',
        { subject: 'Repositories', name: 'Deployment statuses' },
        'Read and set deployment statuses',
      ),
      buildScope(
        'public_repo',
        { subject: 'Repositories', name: 'Public repositories' },
        'Read and write public repositories',
      ),
      buildScope(
        'repo:invite',
        { subject: 'Repositories', name: 'Invitations to repositories' },
        'Accept and decline invitations to repositories',
      ),
      buildScope(
        'security_events',
        { subject: 'Repositories', name: 'Security events' },
        'Read and write security events',
      ),
    ],
  ),
  buildScope('workflow', { subject: 'Repositories', name: 'Workflow files' }, 'Update workflow files'),
  buildScope('write:packages', { subject: 'Packages', name: 'Packages' }, 'Upload packages to the registry', [
    buildScope(
      'read:packages',
      { subject: 'Packages', name: 'Packages' },
      'Download packages from the registry',
    ),
  ]),
  buildScope(
    'delete:packages',
    { subject: 'Packages', name: 'Deletion of packages' },
    'Delete packages from the registry',
  ),
  buildScope(
    'admin:org',
    { subject: 'Organizations', name: 'Organizations and teams' },
    'Full control of organizations and teams',
    [
      buildScope(
        'write:org',
        { subject: 'Organizations', name: 'Organizations and teams' },
        'Read and write memberships, teams and projects of organizations',
        [
          buildScope(
            'read:org',
            { subject: 'Organizations', name: 'Organizations and teams' },
            'Read memberships, teams and projects of organizations',
          ),
        ],
      ),
    ],
  ),
  buildScope('admin:public_key', { subject: 'Keys', name: 'Public keys' }, 'Full control of public keys', [
    buildScope(
      'write:public_key',
      { subject: 'Keys', name: 'Public keys' },
      'Add public keys, and read them',
      [buildScope('read:public_key', { subject: 'Keys', name: 'Public keys' }, 'Read public keys')],
    ),
  ]),
  buildScope(
    'admin:repo_hook',
    { subject: 'Repositories', name: 'Webhooks of repositories' },
    'Full control of hooks of repositories',
    [
      buildScope(
        'write:repo_hook',
        { subject: 'Repositories', name: 'Webhooks of repositories' },
        'Write and read hooks of repositories',
        [
          buildScope(
            'read:repo_hook',
            { subject: 'Repositories', name: 'Webhooks of repositories' },
            'Read hooks of repositories',
          ),
        ],
      ),
    ],
  ),
  buildScope(
    'admin:org_hook',
    { subject: 'Organizations', name: 'Webhooks of organizations' },
    'Full control of hooks of organizations',
  ),
  buildScope('gist', { subject: 'Gists', name: 'Gists' }, 'Create and change gists'),
  buildScope(
    'notifications',
    { subject: 'Notifications', name: 'Notifications' },
    'Read notifications, and mark them as read',
  ),
  buildScope(
    'user',
    { subject: 'Personal data', name: 'Profile' },
    'Read and update all data of the profile',
    [
      buildScope('read:user', { subject: 'Personal data', name: 'Profile' }, 'Read all data of the profile'),
      buildScope(
        'user:email',
        { subject: 'Personal data', name: 'E-mail addresses' },
        'Read e-mail addresses',
      ),
      buildScope(
        'user:follow',
        { subject: 'Personal data', name: 'Followed users' },
        'Follow and unfollow other users',
      ),
    ],
  ),
  buildScope(
    'delete_repo',
    { subject: 'Repositories', name: 'Deletion of repositories' },
    'Delete repositories',
  ),
  buildScope(
    'write:discussion',
    { subject: 'Organizations', name: 'Discussions of teams' },
    'Write and read discussions of teams',
    [
      buildScope(
        'read:discussion',
        { subject: 'Organizations', name: 'Discussions of teams' },
        'Read discussions of teams',
      ),
    ],
  ),
  buildScope(
    'admin:enterprise',
    { subject: 'Enterprise', name: 'Enterprises' },
    'Full control of enterprises',
    [
      buildScope(
        'manage_runners:enterprise',
        { subject: 'Enterprise', name: 'Runners of enterprises' },
        'Manage runners of enterprises',
      ),
      buildScope(
        'read:enterprise',
        { subject: 'Enterprise', name: 'Enterprises' },
        'Read the profile of enterprises',
      ),
    ],
  ),
  buildScope('project', { subject: 'Projects', name: 'Projects' }, 'Full control of projects', [
    buildScope('read:project', { subject: 'Projects', name: 'Projects' }, 'Read projects'),
  ]),
  buildScope('admin:gpg_key', { subject: 'Keys', name: 'GPG keys' }, 'Full control of GPG keys', [
    buildScope('write:gpg_key', { subject: 'Keys', name: 'GPG keys' }, 'Add GPG keys, and read them', [
      buildScope('read:gpg_key', { subject: 'Keys', name: 'GPG keys' }, 'Read GPG keys'),
    ]),
  ]),
  buildScope(
    'admin:pre_receive_hook',
    { subject: 'Enterprise', name: 'Pre-receive hooks' },
    'Control the enforcement of pre-receive hooks',
  ),
  buildScope(
    'site_admin',
    { subject: 'Enterprise', name: 'Site administration' },
    'Use the interface of site administrators',
  ),
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
