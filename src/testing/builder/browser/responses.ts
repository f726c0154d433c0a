import { find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { html, type Markup } from '#pages/html.ts';
import type { ReceivedResponse } from './sender.ts';

const MAX_SHOWN_CHARACTERS = 10_000;

interface ShownResponse {
  readonly outcome: string;
  readonly message: string;
  readonly isOpen: boolean;
}

/** What the browser got, each response below the earlier ones. */
export class Responses {
  readonly #section = find(document, '#response', HTMLElement);
  readonly #outcome = find(document, '#outcome', HTMLElement);
  readonly #list = find(document, '#responses', HTMLElement);
  #shown: readonly ShownResponse[] = [];

  clear(): void {
    this.#shown = [];
    show(this.#list, null);
  }

  /** Shows the progress in one sentence. */
  report(text: string): void {
    this.#section.hidden = false;
    this.#outcome.textContent = text;
    this.#outcome.classList.remove('vh');
    // The form is above the result on a narrow screen.
    if (!matchMedia('(min-width: 900px)').matches) this.#section.scrollIntoView({ block: 'nearest' });
  }

  /** @param isOpen whether the message is shown at once. */
  add(response: ReceivedResponse, isOpen: boolean): void {
    const outcome = describeOutcome(response);
    this.report(outcome);
    // The list shows the same to the eye.
    this.#outcome.classList.add('vh');
    const earlier = this.#shown.map((each) => ({ ...each, isOpen: false }));
    this.#shown = [...earlier, { outcome, message: messageOf(response), isOpen }];
    show(this.#list, this.#shown.map(responseItem));
  }
}

function responseItem({ outcome, message, isOpen }: ShownResponse, index: number): Markup {
  if (message === '') return html`<li>${outcome}</li>`;
  return html`
    <li><details open=${isOpen}>
      <summary>${outcome}</summary>
      <pre role="region" aria-label=${`Response ${index + 1}`} tabindex="0"><code>${message}</code></pre>
    </details></li>`;
}

function describeOutcome({ head, bytes, time, error, isRedirect }: ReceivedResponse): string {
  const seconds = `${(time / 1000).toFixed(2)} s`;
  if (isRedirect)
    return 'A redirect. Browsers do not let a script read it: open the URL above, or run the curl command.';
  if (!head) return `No response within ${seconds}. ${error ?? ''}`;
  const result = `${head.status} ${head.reason} in ${seconds}`;
  return error === undefined
    ? result
    : `${result}, then an error after ${bytes} readable bytes of content. ${error}`;
}

function messageOf({ head, text, isRedirect }: ReceivedResponse): string {
  if (!head || isRedirect) return '';
  const clipped = text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
  return `${head.fields.map((field) => `${field}\n`).join('')}\n${clipped}`;
}
