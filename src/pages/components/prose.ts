import { html, type Markup } from '../html.ts';

/** A sentence in which text between backticks is code. */
export function prose(text: string): Markup {
  const parts = text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
  return html`<span>${parts}</span>`;
}
