import type { TSchema } from 'typebox';
import { copyButton } from '#pages/components.ts';
import { html, type Markup } from '#pages/html.ts';
import { formatSchema } from '../openapi/schema-text.ts';

/** A schema as a code block with a button that copies it. Each line is an element, so that CSS indents the rest of a wrapped line. */
export function schemaBlock(schema: TSchema): Markup {
  const lines = formatSchema(schema).split('\n');
  return html`
    <div class="code">
      <div class="code-head"><span>Schema</span>${copyButton('', 'Copy', 'Copy the schema')}</div>
      <pre class="schema" tabindex="0" role="group" aria-label="Schema"><code>${lines.map((line) => html`<span>${line}${'\n'}</span>`)}</code></pre>
    </div>`;
}
