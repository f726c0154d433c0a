import type { TSchema } from 'typebox';
import type { Html, Markup } from '../http/page.ts';
import { toSchemaText } from './schema-text.ts';

/** A schema as code, each line in an element of its own, so that a long one can be wrapped with an indent. */
export function schemaBlock(html: Html, schema: TSchema): Markup {
  const lines = toSchemaText(schema).split('\n');
  return html`<pre class="schema"><code>${lines.map((line) => html`<span>${line}${'\n'}</span>`)}</code></pre>`;
}
