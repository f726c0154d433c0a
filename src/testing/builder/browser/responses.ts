import { el } from '#pages/browser/dom.ts';
import { find } from '#pages/browser/elements.ts';
import type { ReceivedResponse } from './sender.ts';

const MAX_SHOWN_CHARACTERS = 10_000;

/** What the browser got, each response below the earlier ones. */
export class Responses {
  readonly #section = find(document, '#response', HTMLElement);
  readonly #outcome = find(document, '#outcome', HTMLElement);
  readonly #list = find(document, '#responses', HTMLElement);

  clear(): void {
    this.#list.replaceChildren();
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
    for (const details of this.#list.querySelectorAll('details')) details.open = false;
    const message = messageOf(response);
    const label = `Response ${this.#list.children.length + 1}`;
    this.#list.append(
      el(
        'li',
        {},
        message === ''
          ? outcome
          : el(
              'details',
              { open: isOpen },
              el('summary', {}, outcome),
              el('pre', { role: 'region', 'aria-label': label, tabindex: 0 }, el('code', {}, message)),
            ),
      ),
    );
  }
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
