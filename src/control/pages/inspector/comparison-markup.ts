import { html, type Markup } from '#pages/html.ts';

export interface Difference {
  readonly part: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The differences between two entries. */
export interface ComparisonView {
  readonly one: number;
  readonly other: number;
  readonly differences: readonly Difference[];
}

/** A comparison of two entries. @param controls those of the script; without it, a link of the same height */
export function comparisonMarkup({ one, other, differences }: ComparisonView, controls: Markup): Markup {
  const cell = (value: string | null) =>
    value === null ? html`<td class="absent">absent</td>` : html`<td>${value}</td>`;
  return html`
    <h2>Differences between #${one} and #${other}</h2>
    ${controls}
    ${
      differences.length === 0
        ? html`<p>The requests do not differ.</p>`
        : html`
          <table class="difference">
            <thead><tr><th scope="col">Part</th><th scope="col">#${one}</th><th scope="col">#${other}</th></tr></thead>
            <tbody>${differences.map(({ part, before, after }) => html`<tr><th scope="row">${part}</th>${cell(before)}${cell(after)}</tr>`)}</tbody>
          </table>`
    }`;
}
