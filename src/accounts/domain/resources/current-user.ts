import { type Static, Type } from 'typebox';
import type { User } from '../../store/index.ts';
import type { Address } from '../request/addresses.ts';
import { orNull } from './response-schemas.ts';
import { SimpleUser, toSimpleUser } from './simple-user.ts';

/** The response of `GET /users/{username}`. */
export const PublicUser = Type.Object({
  ...SimpleUser.properties,
  name: orNull(Type.String()),
  company: orNull(Type.String()),
  blog: orNull(Type.String()),
  location: orNull(Type.String()),
  email: orNull(Type.String()),
  hireable: orNull(Type.Boolean()),
  bio: orNull(Type.String()),
  public_repos: Type.Integer(),
  public_gists: Type.Integer(),
  followers: Type.Integer(),
  following: Type.Integer(),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
});

/** The response of `GET /user`. The optional members are for the user only. */
export const CurrentUser = Type.Object({
  ...PublicUser.properties,
  private_gists: Type.Optional(Type.Integer()),
  total_private_repos: Type.Optional(Type.Integer()),
  owned_private_repos: Type.Optional(Type.Integer()),
  disk_usage: Type.Optional(Type.Integer()),
  collaborators: Type.Optional(Type.Integer()),
  two_factor_authentication: Type.Optional(Type.Boolean()),
});

export function toPublicUser(address: Address, user: User): Static<typeof PublicUser> {
  return {
    ...toSimpleUser(address, user),
    name: user.name,
    company: null,
    blog: '',
    location: null,
    email: user.email,
    hireable: null,
    bio: null,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: user.createdAt,
    updated_at: user.updatedAt,
  };
}

export function toCurrentUser(address: Address, user: User, mayReadAll: boolean): Static<typeof CurrentUser> {
  return {
    ...toPublicUser(address, user),
    ...(mayReadAll && {
      private_gists: 0,
      total_private_repos: 0,
      owned_private_repos: 0,
      disk_usage: 0,
      collaborators: 0,
      two_factor_authentication: user.twoFactor !== null,
    }),
  };
}
