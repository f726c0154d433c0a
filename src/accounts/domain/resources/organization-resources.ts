import { type Static, Type } from 'typebox';
import type { Organization } from '../../store/index.ts';
import type { Address } from '../request/addresses.ts';
import { orNull } from './response-schemas.ts';

/** An organization in a list. */
export const SimpleOrganization = Type.Object({
  login: Type.String(),
  id: Type.Integer(),
  node_id: Type.String(),
  url: Type.String({ format: 'uri' }),
  repos_url: Type.String({ format: 'uri' }),
  events_url: Type.String({ format: 'uri' }),
  hooks_url: Type.String(),
  issues_url: Type.String(),
  members_url: Type.String(),
  public_members_url: Type.String(),
  avatar_url: Type.String(),
  description: orNull(Type.String()),
});

/** The response of `GET /orgs/{org}`, which is public. */
export const FullOrganization = Type.Object({
  ...SimpleOrganization.properties,
  name: orNull(Type.String()),
  company: orNull(Type.String()),
  blog: orNull(Type.String()),
  location: orNull(Type.String()),
  email: orNull(Type.String()),
  is_verified: Type.Boolean(),
  has_organization_projects: Type.Boolean(),
  has_repository_projects: Type.Boolean(),
  public_repos: Type.Integer(),
  public_gists: Type.Integer(),
  followers: Type.Integer(),
  following: Type.Integer(),
  html_url: Type.String({ format: 'uri' }),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
  type: Type.String(),
});

export function toSimpleOrganization(
  { web, api }: Address,
  { id, login }: Organization,
): Static<typeof SimpleOrganization> {
  const url = `${api}/orgs/${encodeURIComponent(login)}`;
  return {
    login,
    id,
    node_id: Buffer.from(`012:Organization${id}`).toString('base64'),
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: `${web}/avatars/o/${id}?`,
    description: null,
  };
}

export function toFullOrganization(
  address: Address,
  organization: Organization,
): Static<typeof FullOrganization> {
  return {
    ...toSimpleOrganization(address, organization),
    name: organization.name,
    company: null,
    blog: null,
    location: null,
    email: null,
    is_verified: false,
    has_organization_projects: true,
    has_repository_projects: true,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    html_url: `${address.web}/${encodeURIComponent(organization.login)}`,
    created_at: organization.createdAt,
    updated_at: organization.updatedAt,
    type: 'Organization',
  };
}
