import type { Endpoint, Example } from '../http/endpoint.ts';
import { isOfBytes } from '../http/endpoint.ts';
import { type Fields, hasField } from '../http/fields.ts';
import { toAxios } from '../snippets/axios.ts';
import { toFetch } from '../snippets/fetch.ts';
import { toGo } from '../snippets/go.ts';
import { toPhp } from '../snippets/php.ts';
import { toPython } from '../snippets/python.ts';
import { isPlainTarget, type SnippetRequest, toPlainText } from '../snippets/request.ts';
import { methodOf, toCurl } from './curl.ts';

/** Code that sends an example. */
export interface Snippet {
  /** Short name of the language or the library. */
  readonly name: string;
  readonly label: string;
  readonly code: string;
}

/** Libraries, in the order of the page, besides curl. */
const WRITERS: readonly (readonly [
  name: string,
  label: string,
  write: (request: SnippetRequest) => string,
])[] = [
  ['fetch', 'JavaScript, fetch', toFetch],
  ['axios', 'JavaScript, axios', toAxios],
  ['requests', 'Python, requests', toPython],
  ['go', 'Go', toGo],
  ['php', 'PHP', toPhp],
];

/** The names and labels of the snippets of every example. */
export const SNIPPET_LABELS: readonly (readonly [name: string, label: string])[] = [
  ['curl', 'curl'],
  ...WRITERS.map(([name, label]) => [name, label] as const),
];

/** The example as a curl command, and as code for each library. */
export function toSnippets(baseUrl: string, endpoint: Endpoint, example: Example): Snippet[] {
  const request = toSnippetRequest(baseUrl, endpoint, example);
  return [
    { name: 'curl', label: 'curl', code: toCurl(baseUrl, endpoint, example) },
    ...WRITERS.map(([name, label, write]) => ({ name, label, code: write(request) })),
  ];
}

function toSnippetRequest(baseUrl: string, endpoint: Endpoint, example: Example): SnippetRequest {
  const { path, body } = example;
  return {
    method: methodOf(endpoint, example),
    origin: baseUrl,
    url: baseUrl + path,
    target: path,
    unusualTarget: isPlainTarget(path) ? undefined : path,
    headers: [...(example.fields ?? []), ...formType(endpoint, example)],
    body: Buffer.from(body ?? ''),
    bodyText: toPlainText(body),
    notes: [],
  };
}

/** The `Content-Type` that curl adds to a body. Other clients do not add it. */
export function formType({ body }: Endpoint, example: Example): Fields {
  const isForm = body && isOfBytes(body) && Object.hasOwn(body.content, FORM_TYPE);
  const isTyped = hasField(example.fields ?? [], 'Content-Type');
  return isForm && example.body !== undefined && !isTyped ? [['Content-Type', FORM_TYPE]] : [];
}

const FORM_TYPE = 'application/x-www-form-urlencoded';
