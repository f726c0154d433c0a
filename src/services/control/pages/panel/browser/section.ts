import type { Api } from '../../browser/api.ts';

/** A call that changes the state, after which the page reads the state again. */
export type Change = (path: string, method: string, body?: unknown) => Promise<void>;

/**
 * Reads a resource of the control API, and displays it if it has changed: an unchanged section keeps the focus and the
 * selection of the user.
 */
export function watchResource<Value>(
  api: Api,
  path: string,
  display: (value: Value) => void,
): () => Promise<void> {
  let latest = '';
  return async () => {
    const text = await (await api.call(`/_sparring${path}`)).text();
    if (text === latest) return;
    latest = text;
    display(JSON.parse(text));
  };
}
