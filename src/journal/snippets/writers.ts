import { formatAxios } from './axios.ts';
import { formatCurl } from './curl.ts';
import { formatFetch } from './fetch.ts';
import { formatGo } from './go.ts';
import { formatHttpie } from './httpie.ts';
import { formatNode } from './node.ts';
import { formatPhp } from './php.ts';
import { formatPython } from './python.ts';
import type { SnippetRequest } from './request.ts';

/** Code that sends a request, by the name of the tool or the language. */
export interface SnippetWriter {
  readonly label: string;
  readonly write: (request: SnippetRequest) => string;
}

/** All writers of snippets, in the order of the documentation. */
export const WRITERS = {
  curl: { label: 'curl', write: formatCurl },
  httpie: { label: 'HTTPie', write: formatHttpie },
  fetch: { label: 'JavaScript, fetch', write: formatFetch },
  axios: { label: 'JavaScript, axios', write: formatAxios },
  node: { label: 'JavaScript, node:http', write: formatNode },
  python: { label: 'Python, requests', write: formatPython },
  go: { label: 'Go', write: formatGo },
  php: { label: 'PHP', write: formatPhp },
} as const satisfies Record<string, SnippetWriter>;

export type WriterName = keyof typeof WRITERS;
