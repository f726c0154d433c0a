import type { Api } from '#control/pages/browser/api.ts';
import { attempt } from '#control/pages/browser/problem.ts';
import type { Toasts } from '#pages/browser/toasts.ts';
import { countOf } from '../../request-cells.ts';
import type { Feed } from '../common/feed.ts';
import type { RequestList } from './request-list.ts';

export interface DeletionContext {
  readonly api: Api;
  readonly toast: Toasts;
  readonly feed: Feed;
  readonly list: RequestList;
  /** Entries are being deleted. @param ids undefined for those of a filter */
  deleting(ids: readonly number[] | undefined): void;
  /** Entries are deleted, or restored. @param selected the entry that was selected before the deletion, when it is undone */
  changed(selected?: number): void;
}

/** For which the server can undo a deletion. The toast stops its time while the user reads it. */
const UNDO_SECONDS = 300;

/** Deletes entries without a question, and restores them for some time. */
export class Deletion {
  readonly #context: DeletionContext;

  constructor(context: DeletionContext) {
    this.#context = context;
  }

  /** Deletes the chosen rows, or else the selected one. */
  deleteSelected(): Promise<void> {
    const { selected, chosen } = this.#context.list;
    if (chosen.length > 0) return this.deleteAll(chosen);
    return selected === undefined ? Promise.resolve() : this.deleteAll([selected]);
  }

  deleteAll(ids: readonly number[]): Promise<void> {
    return this.#delete(new URLSearchParams({ ids: ids.join() }), ids);
  }

  deleteShown(): Promise<void> {
    return this.#delete(this.#context.feed.selection());
  }

  deleteUnmarked(): Promise<void> {
    return this.#delete(this.#context.feed.selection('-is:marked'));
  }

  #delete(query: URLSearchParams, ids?: readonly number[]): Promise<void> {
    return attempt(async () => {
      const { api, toast, list, deleting, changed } = this.#context;
      const { selected } = list;
      query.set('undo', String(UNDO_SECONDS));
      const { deleted, undo } = await api.json<{ deleted: number; undo: string | null }>(
        `/_sparring/requests?${query}`,
        { method: 'DELETE' },
      );
      deleting(ids);
      changed();
      if (undo === null) return toast.hide();
      const [id] = ids ?? [];
      const text = ids?.length === 1 ? `#${id} deleted` : `${countOf(deleted, 'request')} deleted`;
      toast.show({
        text,
        onUndo: () => this.#restore(undo, ids?.length === 1 ? id : selected),
      });
    });
  }

  #restore(key: string, selected: number | undefined): Promise<void> {
    return attempt(async () => {
      await this.#context.api.call(`/_sparring/requests/undo/${key}`, { method: 'POST' });
      this.#context.changed(selected);
    });
  }
}
