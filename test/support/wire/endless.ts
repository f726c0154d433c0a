import type { Endpoint } from '#http/routing/endpoint.ts';

/** Paths of endpoints whose response ends only with the connection. */
const ENDLESS: readonly string[] = ['/_sparring/requests/live'];

/** Whether tests that wait for the end of a response can only send HEAD. */
export function isEndless({ path }: Pick<Endpoint, 'path'>): boolean {
  return ENDLESS.includes(path);
}
