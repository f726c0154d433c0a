import type { Api } from '#control/pages/browser/api.ts';
import { attempt } from '#control/pages/browser/problem.ts';
import { byId } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { button } from '#pages/components/button.ts';
import { box } from '#pages/components/checkbox.ts';
import { html } from '#pages/html.ts';
import { comparisonMarkup, type Difference } from '../comparison-markup.ts';
import type { Compared } from '../place.ts';

/** Compares two requests, side by side. */
export class Comparison {
  readonly #section = byId('comparison');
  readonly #api: Api;
  readonly #close: () => void;
  #shown: Compared | undefined;
  #differences: readonly Difference[] = [];
  #hasOrder = false;

  /** @param close is called when the user closes the comparison */
  constructor(api: Api, close: () => void) {
    this.#api = api;
    this.#close = close;
  }

  /** The entries that are compared. */
  get shown(): Compared | undefined {
    return this.#shown;
  }

  hide(): void {
    this.#shown = undefined;
    this.#section.hidden = true;
    this.#section.replaceChildren();
    show(this.#section, null);
  }

  show(compared: Compared): Promise<void> {
    this.#shown = compared;
    const [one, other] = compared;
    return attempt(async () => {
      const { differences } = await this.#api.json<{ differences: Difference[] }>(
        `/_sparring/requests/${one}/diff/${other}`,
      );
      // The user can have gone on meanwhile.
      if (this.#shown !== compared) return;
      // What the page had before its script stays until then.
      this.hide();
      this.#shown = compared;
      this.#differences = differences;
      this.#render(compared);
      this.#section.hidden = false;
      this.#section.scrollIntoView({ block: 'nearest' });
    });
  }

  #render([one, other]: Compared): void {
    const differences = this.#differences.filter(
      ({ part }) => this.#hasOrder || !/^(?:header|trailer) order$/.test(part),
    );
    const setOrder = (hasOrder: boolean) => {
      this.#hasOrder = hasOrder;
      this.#render([one, other]);
    };
    const controls = html`
      <div class="actions">${box('Order of the headers', this.#hasOrder, setOrder)}${button('Close the comparison', { type: 'button', isSmall: true, onClick: () => this.#close() })}</div>`;
    show(this.#section, comparisonMarkup({ one, other, differences }, controls));
  }
}
