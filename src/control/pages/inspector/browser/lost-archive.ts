import type { Summary } from '../entry.ts';
import { type Group, isGroup, type ListItem } from './common/list-order.ts';

/** The rows of earlier starts of the server as HTTP Archive 1.2, without headers and bodies, which the page does not have. */
export function lostArchive(items: readonly ListItem[], origin: string): Blob {
  const entries = items
    .filter((item): item is Exclude<ListItem, Group> => !isGroup(item))
    .map((item) => ('lost' in item ? item.lost : item))
    .filter(({ method }) => method !== undefined)
    .reverse()
    .map((entry) => archiveEntry(entry, origin));
  const comment = 'Of a server that has ended: the page has rows without headers and bodies.';
  const log = { version: '1.2', creator: { name: 'Sparring', version: '' }, entries, comment };
  return new Blob([JSON.stringify({ log }, null, 2)], { type: 'application/json' });
}

function archiveEntry(
  { at, method, target, host, status = 0, ms = 0, firstByte = 0, protocol = '', sent, answered }: Summary,
  origin: string,
) {
  const common = { httpVersion: protocol, cookies: [], headers: [], headersSize: -1 };
  const base = host === undefined ? origin : `${new URL(origin).protocol}//${host}`;
  return {
    startedDateTime: new Date(at).toISOString(),
    time: ms,
    request: { ...common, method, url: `${base}${target}`, queryString: [], bodySize: sent?.size ?? 0 },
    response: {
      ...common,
      status,
      statusText: '',
      content: { size: answered?.size ?? 0, mimeType: '' },
      redirectURL: '',
      bodySize: answered?.size ?? 0,
    },
    cache: {},
    timings: { send: 0, wait: firstByte, receive: Math.max(0, ms - firstByte) },
  };
}
