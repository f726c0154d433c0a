import type { Syntax } from 'refractor/core';
import go from 'refractor/go';
import javascript from 'refractor/javascript';
import php from 'refractor/php';
import python from 'refractor/python';
import type { Endpoint, Example } from '#http/routing/endpoint.ts';
import { isOfBytes } from '#http/routing/endpoint.ts';
import { type Fields, hasField } from '#http/syntax/fields.ts';
import { isPlainTarget, type SnippetRequest, selectPrintableText } from '#journal/snippets/request.ts';
import { WRITERS, type WriterName } from '#journal/snippets/writers.ts';
import { breakCommand } from '../../code/break-command.ts';
import { shell } from '../../code/shell.ts';
import { formatExampleCurl, methodOf } from './example-curl.ts';

/** Code that sends an example. */
export interface Snippet {
  /** Short name of the language or the library. */
  readonly name: string;
  readonly label: string;
  readonly code: string;
  readonly syntax: Syntax;
}

/** The writers of the pages, in their order, besides curl. */
const NAMES = ['fetch', 'axios', 'python', 'go', 'php'] as const satisfies readonly WriterName[];

const SYNTAX = { fetch: javascript, axios: javascript, python, go, php } as const;

/** The names and short labels of the snippets of every example. */
export const SNIPPET_LABELS: readonly (readonly [name: string, label: string])[] = [
  ['curl', 'curl'],
  ['fetch', 'fetch'],
  ['axios', 'axios'],
  ['python', 'Python'],
  ['go', 'Go'],
  ['php', 'PHP'],
];

/** The example as a curl command, and as code for each library. */
export function buildSnippets(baseUrl: string, endpoint: Endpoint, example: Example): Snippet[] {
  const request = buildSnippetRequest(baseUrl, endpoint, example);
  const command = breakCommand(formatExampleCurl(baseUrl, endpoint, example));
  return [
    { name: 'curl', label: WRITERS.curl.label, code: command, syntax: shell },
    ...NAMES.map((name) => ({
      name,
      label: WRITERS[name].label,
      code: WRITERS[name].write(request),
      syntax: SYNTAX[name],
    })),
  ];
}

function buildSnippetRequest(baseUrl: string, endpoint: Endpoint, example: Example): SnippetRequest {
  const { path, body } = example;
  const headers = [...(example.fields ?? []), ...formType(endpoint, example)];
  return {
    method: methodOf(endpoint, example),
    origin: baseUrl,
    url: baseUrl + path,
    target: path,
    unusualTarget: isPlainTarget(path) ? undefined : path,
    headers,
    framedHeaders: headers,
    protocol: 'HTTP/1.1',
    isTls: baseUrl.startsWith('https:'),
    hasBody: body !== undefined,
    body: Buffer.from(body ?? ''),
    bodyText: selectPrintableText(body),
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
