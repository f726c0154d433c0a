import type { Api } from './api.ts';

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
