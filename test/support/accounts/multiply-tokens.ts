import type { Store, StoreRecords } from '#accounts/store/index.ts';

/**
 * Gives each user of an application so many tokens of it, in place of one. Each of these users must have one token of it and one
 * of another application. Creating each token takes longer.
 */
export async function multiplyTokens(store: Store, applicationId: number, count: number): Promise<void> {
  await store.replaceAll(multiply(await store.readAll(), applicationId, count));
}

function multiply({ tables, nextIds }: StoreRecords, applicationId: number, count: number): StoreRecords {
  let id = nextIds.authorizations ?? 0;
  const isMultiplied = (row: object) => 'application_id' in row && row.application_id === applicationId;
  const originals = (tables.authorizations ?? []).filter(isMultiplied);
  const userIds = new Set(originals.map((row) => 'user_id' in row && row.user_id));
  const copies = originals.flatMap((row) =>
    Array.from({ length: count - 1 }, () => {
      id++;
      return { ...row, id, hashed_token: String(id).padStart(64, 'f'), slot: null };
    }),
  );
  const multiplied = {
    authorizations: [...(tables.authorizations ?? []), ...copies],
    grants:
      tables.grants?.map((row) => (isMultiplied(row) ? { ...row, authorization_count: count } : row)) ?? [],
    users:
      tables.users?.map((row) =>
        'id' in row && userIds.has(row.id) ? { ...row, authorization_count: count + 1 } : row,
      ) ?? [],
  };
  return { tables: { ...tables, ...multiplied }, nextIds: { ...nextIds, authorizations: id + 1 } };
}
