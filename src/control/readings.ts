import type { AuthorizationParts } from '../authorizations/parts.ts';
import type { AuditFilter } from '../authorizations/store.ts';
import {
  type CallView,
  type MessageView,
  toCallView,
  toMessageView,
  toUseView,
  type UseView,
} from './views.ts';

/**
 * What the server would have sent to people, the newest first; to one of them where a login is given. Undefined when
 * there is no such user.
 */
export async function readOutbox(
  { store }: Pick<AuthorizationParts, 'store'>,
  login: string | undefined,
  most: number,
): Promise<MessageView[] | undefined> {
  const user = login === undefined ? undefined : await store.users.byLogin(login);
  if (login !== undefined && !user) return undefined;
  const messages = await store.messages.list(most, user?.id);
  return messages.map(toMessageView);
}

type Audited = Pick<AuthorizationParts, 'store' | 'audit'>;

/** The calls that were noted, the newest first. */
export async function readCalls(
  { store, audit }: Audited,
  filter: AuditFilter,
  most: number,
): Promise<CallView[]> {
  await audit.flush();
  return (await store.audit.calls(filter, most)).map(toCallView);
}

/** Who makes which calls, the latest first. */
export async function readUses(
  { store, audit }: Audited,
  filter: AuditFilter,
  most: number,
): Promise<UseView[]> {
  await audit.flush();
  return (await store.audit.uses(filter, most)).map(toUseView);
}
