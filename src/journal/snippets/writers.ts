import { toAxios } from './axios.ts';
import { toCurl } from './curl.ts';
import { toFetch } from './fetch.ts';
import { toGo } from './go.ts';
import { toHttpie } from './httpie.ts';
import { toNode } from './node.ts';
import { toPhp } from './php.ts';
import { toPython } from './python.ts';
import type { SnippetRequest } from './request.ts';

/** Code that sends a request, by the name of the tool or the language. */
export interface SnippetWriter {
  readonly label: string;
  readonly write: (request: SnippetRequest) => string;
}

/** All writers of snippets, in the order of the documentation. */
export const WRITERS = {
  curl: { label: 'curl', write: toCurl },
  httpie: { label: 'HTTPie', write: toHttpie },
  fetch: { label: 'JavaScript, fetch', write: toFetch },
  axios: { label: 'JavaScript, axios', write: toAxios },
  node: { label: 'JavaScript, node:http', write: toNode },
  python: { label: 'Python, requests', write: toPython },
  go: { label: 'Go', write: toGo },
  php: { label: 'PHP', write: toPhp },
} as const satisfies Record<string, SnippetWriter>;

export type WriterName = keyof typeof WRITERS;
