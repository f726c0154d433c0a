import type { Api } from '#control/pages/browser/api.ts';
import { attempt } from '#control/pages/browser/problem.ts';
import type { Toasts } from '#pages/browser/toasts.ts';
import { countOf } from '../../request-cells.ts';

export interface DeletionContext {
  /** What can be deleted. */
  state(): {
    readonly selected: number | undefined;
    readonly chosen: readonly number[];
  };
  /** The parameters that select the entries of a filter: by default, the shown ones. */
  selection(filter?: string): URLSearchParams;
  /** Entries are being deleted. @param ids undefined for those of a filter */
  deleting(ids: readonly number[] | undefined): void;
  /** Entries are deleted, or restored. @param selected the entry that was selected before the deletion, when it is undone */
  changed(selected?: number): void;
}

/** For which the server can undo a deletion. The toast stops its time while the user reads it. */
const UNDO_SECONDS = 300;

/** Deletes entries without a question, and restores them for some time. */
export class Deletion {
  readonly #api: Api;
  readonly #toast: Toasts;
  readonly #context: DeletionContext;

  constructor(api: Api, toast: Toasts, context: DeletionContext) {
    this.#api = api;
    this.#toast = toast;
    this.#context = context;
  }

  /** Deletes the chosen rows, or else the selected one. */
  deleteSelected(): Promise<void> {
    const { selected, chosen } = this.#context.state();
    if (chosen.length > 0) return this.deleteAll(chosen);
    return selected === undefined ? Promise.resolve() : this.deleteAll([selected]);
  }

  deleteAll(ids: readonly number[]): Promise<void> {
    return this.#delete(new URLSearchParams({ ids: ids.join() }), ids);
  }

  deleteShown(): Promise<void> {
    return this.#delete(this.#context.selection());
  }

  deleteUnmarked(): Promise<void> {
    return this.#delete(this.#context.selection('-is:marked'));
  }

  #delete(query: URLSearchParams, ids?: readonly number[]): Promise<void> {
    return attempt(async () => {
      const { selected } = this.#context.state();
      query.set('undo', String(UNDO_SECONDS));
      const { deleted, undo } = await this.#api.json<{ deleted: number; undo: string | null }>(
        `/_sparring/requests?${query}`,
        { method: 'DELETE' },
      );
      this.#context.deleting(ids);
      this.#context.changed();
      if (undo === null) return this.#toast.hide();
      const [id] = ids ?? [];
      const text = ids?.length === 1 ? `#${id} deleted` : `${countOf(deleted, 'request')} deleted`;
      this.#toast.show({
        text,
        onUndo: () => this.#restore(undo, ids?.length === 1 ? id : selected),
      });
    });
  }

  #restore(key: string, selected: number | undefined): Promise<void> {
    return attempt(async () => {
      await this.#api.call(`/_sparring/requests/undo/${key}`, { method: 'POST' });
      this.#context.changed(selected);
    });
  }
}
