/** A scope in words, for the pages on which people decide about it. Children stand below what implies them. */
export interface ScopeWords {
  readonly scope: string;
  /** What whoever has it may do. */
  readonly meaning: string;
  /** What of an account it touches. */
  readonly subject: string;
  readonly children: readonly ScopeWords[];
}

const words = (
  scope: string,
  subject: string,
  meaning: string,
  children: readonly ScopeWords[] = [],
): ScopeWords => ({ scope, subject, meaning, children });

/** Every scope, each once, in the order of the pages. */
export const scopeTree: readonly ScopeWords[] = [
  words('repo', 'Repositories', 'Full control of private and public repositories', [
    words('repo:status', 'Repositories', 'Read and set commit statuses'),
    words('repo_deployment', 'Repositories', 'Read and set deployment statuses'),
    words('public_repo', 'Repositories', 'Read and write public repositories'),
    words('repo:invite', 'Repositories', 'Accept and decline invitations to repositories'),
    words('security_events', 'Repositories', 'Read and write security events'),
  ]),
  words('workflow', 'Repositories', 'Update workflow files'),
  words('write:packages', 'Packages', 'Upload packages to the registry', [
    words('read:packages', 'Packages', 'Download packages from the registry'),
  ]),
  words('delete:packages', 'Packages', 'Delete packages from the registry'),
  words('admin:org', 'Organizations', 'Full control of organizations and teams', [
    words('write:org', 'Organizations', 'Read and write memberships, teams and projects of organizations', [
      words('read:org', 'Organizations', 'Read memberships, teams and projects of organizations'),
    ]),
  ]),
  words('admin:public_key', 'Keys', 'Full control of public keys', [
    words('write:public_key', 'Keys', 'Add public keys, and read them', [
      words('read:public_key', 'Keys', 'Read public keys'),
    ]),
  ]),
  words('admin:repo_hook', 'Repositories', 'Full control of hooks of repositories', [
    words('write:repo_hook', 'Repositories', 'Write and read hooks of repositories', [
      words('read:repo_hook', 'Repositories', 'Read hooks of repositories'),
    ]),
  ]),
  words('admin:org_hook', 'Organizations', 'Full control of hooks of organizations'),
  words('gist', 'Gists', 'Create and change gists'),
  words('notifications', 'Notifications', 'Read notifications, and mark them as read'),
  words('user', 'Personal data', 'Read and update all data of the profile', [
    words('read:user', 'Personal data', 'Read all data of the profile'),
    words('user:email', 'Personal data', 'Read e-mail addresses'),
    words('user:follow', 'Personal data', 'Follow and unfollow other users'),
  ]),
  words('delete_repo', 'Repositories', 'Delete repositories'),
  words('write:discussion', 'Organizations', 'Write and read discussions of teams', [
    words('read:discussion', 'Organizations', 'Read discussions of teams'),
  ]),
  words('admin:enterprise', 'Enterprise', 'Full control of enterprises', [
    words('manage_runners:enterprise', 'Enterprise', 'Manage runners of enterprises'),
    words('read:enterprise', 'Enterprise', 'Read the profile of enterprises'),
  ]),
  words('project', 'Projects', 'Full control of projects', [
    words('read:project', 'Projects', 'Read projects'),
  ]),
  words('admin:gpg_key', 'Keys', 'Full control of GPG keys', [
    words('write:gpg_key', 'Keys', 'Add GPG keys, and read them', [
      words('read:gpg_key', 'Keys', 'Read GPG keys'),
    ]),
  ]),
  words('admin:pre_receive_hook', 'Enterprise', 'Control the enforcement of pre-receive hooks'),
  words('site_admin', 'Enterprise', 'Use the interface of site administrators'),
];

/** The scope in words; undefined for one that is none. */
export function findScopeWords(
  scope: string,
  among: readonly ScopeWords[] = scopeTree,
): ScopeWords | undefined {
  for (const each of among) {
    const found = each.scope === scope ? each : findScopeWords(scope, each.children);
    if (found) return found;
  }
  return undefined;
}
