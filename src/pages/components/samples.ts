import { html, type Markup } from '../html.ts';

interface Sample {
  /** The language, or the tool. */
  readonly label: string;
  readonly content: Markup;
}

/** Code in several languages, of which the first one is open. They exclude each other without a script. */
export function samples(list: readonly Sample[]): Markup {
  return html`
    <div class="samples">${list.map(
      ({ label, content }, index) =>
        html`<details name="sample" open=${index === 0}><summary class="btn quiet sm">${label}</summary>${content}</details>`,
    )}</div>`;
}
