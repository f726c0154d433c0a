import { html, type Markup } from '../html.ts';
import { copyButton } from './copy-button.ts';

/** A table that scrolls sideways on a narrow screen. */
export function table(headings: readonly string[], rows: readonly (readonly unknown[])[]): Markup {
  return html`
    <div class="scroll"><table>
      <thead><tr>${headings.map((heading) => html`<th>${heading}</th>`)}</tr></thead>
      <tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
    </table></div>`;
}

/**
 * Names with their values, such as the headers of a request. A long value wraps, and each has a button that copies it.
 * @param id prefix of the ids of the values
 * @param label of the table
 */
export function keyValueTable(
  id: string,
  label: string,
  entries: readonly (readonly [name: string, value: string])[],
): Markup {
  return html`
    <table class="kv" aria-label=${label}><tbody>${entries.map(
      ([name, value], index) =>
        html`<tr><th scope="row">${name}</th><td><span id=${`${id}-${index}`}>${value}</span>${copyButton(`${id}-${index}`, `Copy the value of ${name}`)}</td></tr>`,
    )}</tbody></table>`;
}
