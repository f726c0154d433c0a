import http from 'refractor/http';
import json from 'refractor/json';
import { html, type Markup } from '#pages/html.ts';
import { highlight } from '../code/highlight.ts';
import { withOrigin } from '../guides/guide.ts';
import type { RecordedResponse } from './load-responses.ts';

/** The recorded response to an example, as if the reader had sent it, and what it omits. */
export function recordedContent(
  title: string,
  { head, body, note }: RecordedResponse,
  baseUrl: string,
): Markup {
  const content = body === undefined ? '' : withOrigin(body, baseUrl);
  return html`
    <pre class="wrap" tabindex="0" role="group" aria-label=${`${title}: response`}><code>${highlight(withOrigin(head, baseUrl), http)}${body === undefined ? undefined : html`${'\n\n'}${/^[[{]/.test(content) ? highlight(content, json) : content}`}</code></pre>
    <p class="omitted">${note}</p>`;
}
