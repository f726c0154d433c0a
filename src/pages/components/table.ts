import { html, type Markup } from '../html.ts';

/** A table that scrolls sideways on a narrow screen. @param caption for screen readers */
export function table(
  caption: string,
  headings: readonly string[],
  rows: readonly (readonly unknown[])[],
): Markup {
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label=${`${caption} (table)`}><table>
      <caption class="vh">${caption}</caption>
      <thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
      <tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
    </table></div>`;
}
