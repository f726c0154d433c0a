import { type Static, Type } from 'typebox';
import type { User } from '../../store/index.ts';
import type { Address } from '../request/addresses.ts';
import { orNull } from './response-schemas.ts';

/** The public data of a user. */
export const SimpleUser = Type.Object(
  {
    login: Type.String(),
    id: Type.Integer(),
    node_id: Type.String(),
    avatar_url: Type.String({ format: 'uri' }),
    gravatar_id: orNull(Type.String()),
    url: Type.String({ format: 'uri' }),
    html_url: Type.String({ format: 'uri' }),
    followers_url: Type.String({ format: 'uri' }),
    following_url: Type.String(),
    gists_url: Type.String(),
    starred_url: Type.String(),
    subscriptions_url: Type.String({ format: 'uri' }),
    organizations_url: Type.String({ format: 'uri' }),
    repos_url: Type.String({ format: 'uri' }),
    events_url: Type.String(),
    received_events_url: Type.String({ format: 'uri' }),
    type: Type.String(),
    site_admin: Type.Boolean(),
    starred_at: Type.Optional(Type.String()),
  },
  { title: 'SimpleUser' },
);

export type SimpleUser = Static<typeof SimpleUser>;

export function toSimpleUser(
  { web, api }: Address,
  { id, login, siteAdmin }: Pick<User, 'id' | 'login' | 'siteAdmin'>,
): SimpleUser {
  const name = encodeURIComponent(login);
  const url = `${api}/users/${name}`;
  return {
    login,
    id,
    node_id: Buffer.from(`04:User${id}`).toString('base64'),
    avatar_url: `${web}/avatars/u/${id}?`,
    gravatar_id: '',
    url,
    html_url: `${web}/${name}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: 'User',
    site_admin: siteAdmin,
  };
}
