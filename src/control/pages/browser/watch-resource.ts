import type { Api } from './api.ts';

/**
 * Reads a resource of the control API, and displays it if it has changed: an unchanged section keeps the focus and the
 * selection of the user. A response that arrives after that of a later reading is ignored.
 */
export function watchResource<Value>(
  api: Pick<Api, 'call'>,
  path: string,
  display: (value: Value) => void,
): () => Promise<void> {
  let latest = '';
  let readings = 0;
  let displayed = 0;
  return async () => {
    readings += 1;
    const reading = readings;
    const text = await (await api.call(`/_sparring${path}`)).text();
    if (reading < displayed) return;
    displayed = reading;
    if (text === latest) return;
    latest = text;
    display(JSON.parse(text));
  };
}
