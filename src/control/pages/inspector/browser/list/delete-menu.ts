import type { Api } from '#control/pages/browser/api.ts';
import { attempt } from '#control/pages/browser/problem.ts';
import { button } from '#pages/browser/dom.ts';
import { find } from '#pages/browser/elements.ts';

export interface DeleteActions {
  /** What can be deleted. */
  state(): {
    readonly selected: number | undefined;
    readonly chosen: readonly number[];
    readonly matched: number;
    readonly filter: string;
    readonly showsOwn: boolean;
  };
  /** Entries are deleted, or restored. */
  changed(): void;
}

const UNDO_SECONDS = 60;

/** The menu that deletes entries without a question, and the bar that restores them for a minute. */
export class DeleteMenu {
  readonly #menu = find(document, '#delete-menu', HTMLElement);
  readonly #bar = find(document, '#undo', HTMLElement);
  readonly #api: Api;
  readonly #actions: DeleteActions;
  #undo: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Api, actions: DeleteActions) {
    this.#api = api;
    this.#actions = actions;
    this.#menu.addEventListener('toggle', ({ newState }) => {
      if (newState === 'open') this.#fill();
    });
  }

  #fill(): void {
    const { selected, chosen, matched, filter } = this.#actions.state();
    const choices = [
      selected === undefined ? null : button(`This (#${selected})`, () => this.deleteSelected()),
      chosen.length === 0 ? null : button(`The ${chosen.length} selected`, () => this.#deleteChosen()),
      filter === '' ? null : button(`The ${matched} shown`, () => this.#deleteShown()),
      button('All except marked', () => this.#delete('?filter=-is:marked')),
    ];
    this.#menu.replaceChildren(...choices.filter((choice) => choice !== null));
  }

  /** Deletes the chosen rows, or else the selected one. */
  deleteSelected(): Promise<void> {
    const { selected, chosen } = this.#actions.state();
    if (chosen.length > 0) return this.#deleteChosen();
    return selected === undefined ? Promise.resolve() : this.#delete(`?ids=${selected}`);
  }

  deleteOne(id: number): Promise<void> {
    return this.#delete(`?ids=${id}`);
  }

  /** Restores what was deleted last. */
  restore(): Promise<void> {
    return attempt(async () => {
      const key = this.#undo;
      if (key === undefined) return;
      this.#hide();
      await this.#api.call(`/_sparring/requests/undo/${key}`, { method: 'POST' });
      this.#actions.changed();
    });
  }

  #deleteChosen(): Promise<void> {
    return this.#delete(`?ids=${this.#actions.state().chosen.join(',')}`);
  }

  #deleteShown(): Promise<void> {
    const { filter, showsOwn } = this.#actions.state();
    const query = new URLSearchParams({ filter, ...(showsOwn ? { own: 'show' } : {}) });
    return this.#delete(`?${query}`);
  }

  #delete(query: string): Promise<void> {
    return attempt(async () => {
      const path = `/_sparring/requests${query}&undo=${UNDO_SECONDS}`;
      const { deleted, undo } = await this.#api.json<{ deleted: number; undo: string | null }>(path, {
        method: 'DELETE',
      });
      this.#actions.changed();
      this.#hide();
      if (undo === null) return;
      this.#undo = undo;
      this.#bar.replaceChildren(
        `${deleted} deleted`,
        button('Undo', () => this.restore(), { class: 'sm' }),
      );
      this.#bar.hidden = false;
      this.#bar.setAttribute('role', 'status');
      this.#timer = setTimeout(() => this.#hide(), UNDO_SECONDS * 1000);
    });
  }

  #hide(): void {
    clearTimeout(this.#timer);
    this.#undo = undefined;
    this.#bar.hidden = true;
  }
}
