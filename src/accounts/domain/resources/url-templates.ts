import { type Static, Type } from 'typebox';
import type { Address } from '../request/addresses.ts';

const SEARCH = '{&page,per_page,sort,order}';

/** The members of the root resource, with the URL template of each after the address of the API. */
const TEMPLATES = {
  authorizations_url: '/authorizations',
  code_search_url: `/search/code?q={query}${SEARCH}`,
  commit_search_url: `/search/commits?q={query}${SEARCH}`,
  emails_url: '/user/emails',
  emojis_url: '/emojis',
  events_url: '/events',
  feeds_url: '/feeds',
  followers_url: '/user/followers',
  following_url: '/user/following{/target}',
  gists_url: '/gists{/gist_id}',
  hub_url: '/hub',
  issue_search_url: `/search/issues?q={query}${SEARCH}`,
  issues_url: '/issues',
  keys_url: '/user/keys',
  label_search_url: '/search/labels?q={query}&repository_id={repository_id}{&page,per_page}',
  notifications_url: '/notifications',
  organization_url: '/orgs/{org}',
  organization_repositories_url: '/orgs/{org}/repos{?type,page,per_page,sort}',
  organization_teams_url: '/orgs/{org}/teams',
  public_gists_url: '/gists/public',
  rate_limit_url: '/rate_limit',
  repository_url: '/repos/{owner}/{repo}',
  repository_search_url: `/search/repositories?q={query}${SEARCH}`,
  current_user_repositories_url: '/user/repos{?type,page,per_page,sort}',
  starred_url: '/user/starred{/owner}{/repo}',
  starred_gists_url: '/gists/starred',
  user_url: '/users/{user}',
  user_organizations_url: '/user/orgs',
  user_repositories_url: '/users/{user}/repos{?type,page,per_page,sort}',
  user_search_url: `/search/users?q={query}${SEARCH}`,
};

export const UrlTemplates = Type.Object(
  {
    current_user_url: Type.String(),
    current_user_authorizations_html_url: Type.String(),
    authorizations_url: Type.String(),
  },
  { additionalProperties: Type.String() },
);

export function buildUrlTemplates({ web, api }: Address): Static<typeof UrlTemplates> {
  const urls = Object.entries(TEMPLATES).map(([name, rest]) => [name, `${api}${rest}`]);
  return {
    current_user_url: `${api}/user`,
    current_user_authorizations_html_url: `${web}/settings/connections/applications{/client_id}`,
    authorizations_url: `${api}${TEMPLATES.authorizations_url}`,
    ...Object.fromEntries(urls),
  };
}
