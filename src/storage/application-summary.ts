import type { ApplicationSummary } from '../authorizations/store.ts';

export const summaryColumns = [
  'applications.id as application_id',
  'applications.name as application_name',
  'applications.url as application_url',
  'applications.client_id as application_client_id',
] as const;

export interface SummaryRow {
  application_id: number;
  application_name: string;
  application_url: string;
  application_client_id: string;
}

/** Null where the application was joined to a personal token. */
export function toSummary(row: SummaryRow): ApplicationSummary;
export function toSummary(
  row: { [Column in keyof SummaryRow]: SummaryRow[Column] | null },
): ApplicationSummary | null;
export function toSummary(row: { [Column in keyof SummaryRow]: SummaryRow[Column] | null }) {
  const {
    application_id: id,
    application_name: name,
    application_url: url,
    application_client_id: clientId,
  } = row;
  return id === null || name === null || url === null || clientId === null
    ? null
    : { id, name, url, clientId };
}
