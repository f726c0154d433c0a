import type { TSchema } from 'typebox';
import { copyButton } from '#pages/components/copy-button.ts';
import { html, type Markup } from '#pages/html.ts';
import { formatSchema } from '../openapi/schema-text.ts';

/** A schema as a code block with a button that copies it. Each line is an element, so that CSS indents the rest of a wrapped line. */
export function schemaBlock(schema: TSchema): Markup {
  const lines = formatSchema(schema).split('\n');
  return html`
    <figure class="code">
      <figcaption><span>Schema</span><span class="right">${copyButton('', 'Copy the schema')}</span></figcaption>
      <pre class="schema wrap" tabindex="0" role="group" aria-label="Schema"><code>${lines.map((line) => html`<span>${line}${'\n'}</span>`)}</code></pre>
    </figure>`;
}
