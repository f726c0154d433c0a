import { html, type Markup } from '#pages/html.ts';

/** Maximum number of characters of a part, which the browser lays out only where it is near the window. */
const PART_LENGTH = 16 * 1024;

/** A text that can be scrolled by keyboard. A long one consists of parts, because the layout of a megabyte takes half a second. */
export function textBlock(text: string, label = 'Text'): Markup {
  const parts = text.length <= PART_LENGTH ? text : divide(text).map((part) => html`<span>${part}</span>`);
  return html`<pre tabindex="0" role="region" aria-label=${label}>${parts}</pre>`;
}

/** The text in parts that end with a line where possible, and within no character. */
function divide(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = start + PART_LENGTH;
    const line = text.lastIndexOf('\n', end - 1) + 1;
    if (line > start && end < text.length) end = line;
    else if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end--;
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}
