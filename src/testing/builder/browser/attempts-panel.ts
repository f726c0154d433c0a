import { announce, find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { sitePath } from '#pages/browser/site-path.ts';
import { html } from '#pages/html.ts';
import { attemptsView } from '../../labs/browser/attempts.ts';
import type { KeyReadBack } from '../../labs/browser/key-view.ts';
import { COMPOSE, type Composition } from '../composition.ts';

/** Attempts that are still in progress are read again so many times. */
const MAX_READS = 10;
const READ_INTERVAL_MS = 200;

/** The journal knows requests of the page itself by `Referer`. */
const OF_PAGE = { cache: 'no-store', referrerPolicy: 'same-origin' } as const;

/** The attempts at the key of the composition, as the server recorded them. */
export class AttemptsPanel {
  readonly #section = find(document, '#attempts', HTMLElement);
  readonly #view = find(document, '#attempts-view', HTMLElement);
  readonly #composition: () => Composition;
  readonly #onDelete: () => void;

  /** @param onDelete called when the key is deleted, and so has no steps any more. */
  constructor(composition: () => Composition, onDelete: () => void) {
    this.#composition = composition;
    this.#onDelete = onDelete;
    find(document, '#refresh', HTMLButtonElement).addEventListener('click', () => void this.read());
    find(document, '#delete-key', HTMLButtonElement).addEventListener('click', () => void this.#delete());
  }

  /** Shows the panel for a lab, without the attempts at another key. */
  show(composition: Composition): void {
    const { lab, key } = composition;
    this.#section.hidden = lab === COMPOSE;
    const name = nameOf(composition);
    if (this.#view.dataset.key !== name) show(this.#view, null);
    this.#view.dataset.key = name;
    const link = document.querySelector<HTMLAnchorElement>('#inspect');
    if (link) link.href = sitePath(`/_sparring/inspector#labs/${lab.name}/${encodeURIComponent(key)}`);
  }

  /** Reads the attempts until all have ended. */
  async read(): Promise<void> {
    for (let reads = 0; reads < MAX_READS; reads++) {
      const view = await this.#fetch();
      if (!view?.attempts.some(({ endedBy }) => endedBy === null)) return;
      await new Promise((resolve) => setTimeout(resolve, READ_INTERVAL_MS));
    }
  }

  async #fetch(): Promise<KeyReadBack | undefined> {
    const composition = this.#composition();
    if (composition.lab === COMPOSE) return undefined;
    const response = await fetch(sitePath(pathOf(composition)), OF_PAGE).catch(() => undefined);
    const view: KeyReadBack | undefined = response?.ok ? await response.json() : undefined;
    const text = view || response?.status === 404 ? 'No request has used the key.' : await response?.text();
    // The user can have chosen another key meanwhile.
    if (this.#view.dataset.key !== nameOf(composition)) return undefined;
    if (view) {
      show(this.#view, attemptsView(view));
      return view;
    }
    show(this.#view, html`<p class="soft">${text ?? 'The server does not respond.'}</p>`);
    return undefined;
  }

  async #delete(): Promise<void> {
    const { key, ...others } = this.#composition();
    const path = sitePath(pathOf({ key, ...others }));
    const response = await fetch(path, { ...OF_PAGE, method: 'DELETE' }).catch(() => undefined);
    announce(response?.ok ? `The key ${key} is deleted.` : 'There was no such key.');
    this.#onDelete();
    await this.#fetch();
  }
}

function nameOf({ lab, key }: Composition): string {
  return `${lab.name}/${key}`;
}

function pathOf({ lab, key }: Composition): string {
  return `/${lab.name}/${encodeURIComponent(key)}`;
}
