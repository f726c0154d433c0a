import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { ServerAddress } from '../serve/serving.ts';

/**
 * Verifies the rules of a server that this process has started.
 * @param token a token of its control API.
 * @returns the findings in sentences; undefined without any.
 */
export async function verifyRules(
  { controlUrl, caPath }: Pick<ServerAddress, 'controlUrl' | 'caPath'>,
  token: string,
  verification: { readonly unmatched: boolean },
): Promise<string | undefined> {
  // Not with fetch, which has no option for the CA of the server.
  const ca = caPath === undefined ? undefined : await readFile(caPath);
  const url = new URL('/_sparring/rules/verify', controlUrl);
  const { request: send } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'));
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  send(url, { method: 'POST', headers, agent: false, ...(ca && { ca }) })
    .on('response', (response) => {
      text(response).then((content) => {
        if (response.statusCode === 200) resolve(undefined);
        else resolve(detailOf(content));
      }, reject);
    })
    .on('error', reject)
    .end(JSON.stringify(verification));
  return promise;
}

/** The sentences of problem details (RFC 9457 §3.1.4). */
function detailOf(content: string): string {
  const { detail }: { detail?: unknown } = Object(JSON.parse(content));
  return String(detail);
}
