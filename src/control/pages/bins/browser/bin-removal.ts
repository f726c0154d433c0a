import { type Api, ApiError } from '../../browser/api.ts';
import { toListedRuleInput } from '../../browser/rule-input.ts';
import type { Bin } from '../bin-view.ts';

/** How long the server keeps the requests of a deleted bin. */
const UNDO_SECONDS = 600;

interface Rule extends Readonly<Record<string, unknown>> {
  readonly id: string;
}

/** Deletes a bin with its requests and its rules. @returns the function that restores all of them */
export async function removeBin(api: Api, key: string): Promise<() => Promise<void>> {
  const path = `/_sparring/bins/${key}`;
  const { name, note, response, every_path } = await api.json<Bin>(`${path}?secrets=show`);
  const { rules } = await api.json<{ rules: Rule[] }>(`/_sparring/rules?bin=${key}&secrets=show`);
  const requests = await removeRequests(api, key);
  await api.call(path, { method: 'DELETE' });
  return async () => {
    await api.call(path, { method: 'PUT', body: { name, note, response, every_path } });
    const others = rules.filter(({ id }) => id !== 'bin-response').map(toListedRuleInput);
    // The latest rule is the first of the list.
    if (others.length > 0) await api.call('/_sparring/rules', { method: 'POST', body: others });
    if (requests !== null) await api.call(`/_sparring/requests/undo/${requests}`, { method: 'POST' });
  };
}

/** @returns the key that restores the requests; null without requests */
async function removeRequests(api: Api, key: string): Promise<string | null> {
  try {
    const query = new URLSearchParams({ bin: key, undo: String(UNDO_SECONDS) });
    const path = `/_sparring/requests?${query}`;
    return (await api.json<{ undo: string | null }>(path, { method: 'DELETE' })).undo;
  } catch (error) {
    // The journal is off.
    if (error instanceof ApiError && error.status === 409) return null;
    throw error;
  }
}
