import { type Static, Type } from 'typebox';
import type { Store, User } from '../../store/index.ts';
import { fieldError, validationFailed } from '../errors/errors.ts';
import type { Address } from '../request/addresses.ts';
import { toSimpleOrganization } from './organization-resources.ts';
import { orNull } from './response-schemas.ts';
import { SimpleUser, toSimpleUser } from './simple-user.ts';

/** The access of a scoped token. */
export const ScopedInstallation = Type.Object({
  permissions: Type.Object({}, { additionalProperties: true }),
  repository_selection: Type.Union([Type.Literal('all'), Type.Literal('selected')]),
  single_file_name: orNull(Type.String()),
  repositories_url: Type.String({ format: 'uri' }),
  account: SimpleUser,
  has_multiple_single_files: Type.Optional(Type.Boolean()),
  single_file_paths: Type.Optional(Type.Array(Type.String())),
});

/** The requested access of a scoped token. */
export const reachMembers = {
  target: Type.Optional(
    Type.String({
      description:
        'Login of the user, or of one of the organizations of the user. Required unless `target_id` is given.',
    }),
  ),
  target_id: Type.Optional(
    Type.Integer({ description: 'ID of the user or organization. Required unless `target` is given.' }),
  ),
  repositories: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 500,
      description: 'Names of repositories; not together with `repository_ids`.',
    }),
  ),
  repository_ids: Type.Optional(
    Type.Array(Type.Integer(), { maxItems: 500, description: 'IDs of repositories.' }),
  ),
  permissions: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Union([Type.Literal('read'), Type.Literal('write'), Type.Literal('admin')]),
      { description: 'The permissions of the token, such as `{"contents":"read"}`.' },
    ),
  ),
};

const Reach = Type.Object(reachMembers);

/** @throws ApiError 422 without a target, for a target of others, and for repositories both by name and by ID. */
export async function buildScopedInstallation(
  store: Pick<Store, 'organizations'>,
  address: Address,
  user: User,
  reach: Static<typeof Reach>,
): Promise<Static<typeof ScopedInstallation>> {
  const { repositories, repository_ids: ids, permissions = {} } = reach;
  if (repositories && ids) throw validationFailed([fieldError('repositories', 'invalid')]);
  const account = await findTarget(store, address, user, reach);
  return {
    permissions,
    repository_selection: repositories || ids ? 'selected' : 'all',
    single_file_name: null,
    repositories_url: account.repos_url,
    account,
  };
}

/** The error is the same for an unknown organization and for one that the user is not a member of. */
async function findTarget(
  store: Pick<Store, 'organizations'>,
  address: Address,
  user: User,
  { target, target_id: targetId }: Static<typeof Reach>,
): Promise<SimpleUser> {
  if (target === undefined && targetId === undefined)
    throw validationFailed([fieldError('target', 'missing_field')]);
  const isTarget = ({ id, login }: { id: number; login: string }) =>
    target === undefined ? id === targetId : login.toLowerCase() === target.toLowerCase();
  if (isTarget(user)) return toSimpleUser(address, user);
  const organization = (await store.organizations.ofUser(user.id)).find(isTarget);
  if (!organization)
    throw validationFailed([fieldError(target === undefined ? 'target_id' : 'target', 'invalid')]);
  const { node_id, avatar_url } = toSimpleOrganization(address, organization);
  return {
    ...toSimpleUser(address, { ...organization, siteAdmin: false }),
    node_id,
    avatar_url,
    type: 'Organization',
  };
}
