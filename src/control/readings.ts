import type { Audit } from '../authorizations/audit/audit.ts';
import type { AuditFilter, Store } from '../authorizations/store.ts';
import {
  type CallView,
  type MessageView,
  toCallView,
  toMessageView,
  toUseView,
  type UseView,
} from './views.ts';

/**
 * The messages of the outbox, the newest first, optionally to one user. Undefined for an unknown user.
 */
export async function readOutbox(
  { store }: { readonly store: Pick<Store, 'users' | 'messages'> },
  login: string | undefined,
  limit: number,
): Promise<MessageView[] | undefined> {
  const user = login === undefined ? undefined : await store.users.byLogin(login);
  if (login !== undefined && !user) return undefined;
  const messages = await store.messages.list(limit, user?.id);
  return messages.map(toMessageView);
}

export interface AuditDependencies {
  readonly store: Pick<Store, 'audit'>;
  readonly audit: Pick<Audit, 'flush'>;
}

/** The audited calls, the newest first. */
export async function readCalls(
  { store, audit }: AuditDependencies,
  filter: AuditFilter,
  limit: number,
): Promise<CallView[]> {
  await audit.flush();
  return (await store.audit.calls(filter, limit)).map(toCallView);
}

/** The calls by program and user, the latest first. */
export async function readUses(
  { store, audit }: AuditDependencies,
  filter: AuditFilter,
  limit: number,
): Promise<UseView[]> {
  await audit.flush();
  return (await store.audit.uses(filter, limit)).map(toUseView);
}
