import http from 'refractor/http';
import json from 'refractor/json';
import { html, type Markup } from '#pages/html.ts';
import { highlight } from '../../code/highlight.ts';
import { withOrigin } from '../../guides/guide.ts';
import type { RecordedResponse } from './load-responses.ts';

/** The recorded response to an example, as if the reader had sent it, and what it omits. */
export function recordedContent(
  title: string,
  { head, body, note }: RecordedResponse,
  baseUrl: string,
): Markup {
  const content = body === undefined ? undefined : toReader(body, baseUrl);
  return html`
    <samp tabindex="0" role="group" aria-label=${`${title}: response`}>${highlight(toReader(head, baseUrl), http)}${content === undefined ? undefined : html`${'\n\n'}${/^[[{]/.test(content) ? highlight(content, json) : content}`}</samp>
    <p class="omitted">${note}</p>`;
}

/** A text with the origin and the port of the reader. */
function toReader(text: string, baseUrl: string): string {
  const { protocol, port } = new URL(baseUrl);
  const usual = protocol === 'https:' ? '443' : '80';
  return withOrigin(text, baseUrl).replaceAll('"port": 8080', `"port": ${port || usual}`);
}
