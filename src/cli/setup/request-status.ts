import { createRuntime } from '#runtime.ts';

/** Longer than a check of the database takes. */
const MAX_WAIT = 5000;

/** The status of a GET request to this machine, or the code of the error. Certificates are not verified. */
export async function requestStatus(url: URL): Promise<number | string> {
  const { get } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const { promise, resolve } = Promise.withResolvers<number | string>();
  const request = get(url, { agent: false, rejectUnauthorized: false }, (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  });
  request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  const cancel = createRuntime().timeout(MAX_WAIT, () => {
    resolve('timeout');
    request.destroy();
  });
  const status = await promise;
  cancel();
  return status;
}
