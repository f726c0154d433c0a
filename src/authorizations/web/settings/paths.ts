import type { Application } from '../../store.ts';

/** The page that tells what an application may do with the account. */
export function toConnectionPath({ clientId }: Pick<Application, 'clientId'>): string {
  return `/settings/connections/applications/${encodeURIComponent(clientId)}`;
}
