import { type Api, ApiError } from '#control/pages/browser/api.ts';
import { mainOrigin } from '#control/pages/browser/main-origin.ts';
import { attempt } from '#control/pages/browser/problem.ts';
import { announce, byId } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { button } from '#pages/components/button.ts';
import { table } from '#pages/components/table.ts';
import { html, type Markup } from '#pages/html.ts';
import { attemptsView, stepList } from '#testing/labs/browser/attempts.ts';
import { builderLink } from '#testing/labs/browser/builder-link.ts';
import type { AttemptRow, KeyReadBack } from '#testing/labs/browser/key-view.ts';
import type { Entry } from '../entry.ts';
import { isExchange } from '../entry.ts';

interface LabKey {
  readonly lab: string;
  readonly key: string;
}

export interface LabActions {
  /** Shows the view of the keys. */
  open(): void;
  /** Shows an entry of the journal. */
  select(id: number): void;
  /** Shows the entries that match. */
  filter(text: string): void;
}

/** Maximum number of requests of a key that are looked up in the journal. */
const MAX_REQUESTS = 500;

/** The keys of sequences and rate limits, and the attempts at one of them. */
export class LabKeys {
  readonly #viewSection = byId('labs');
  readonly #list = byId('lab-list');
  readonly #view = byId('lab-key');
  readonly #api: Api;
  readonly #actions: LabActions;
  #shown: LabKey | undefined;
  #isReading = false;
  #isStale = false;

  constructor(api: Api, actions: LabActions) {
    this.#api = api;
    this.#actions = actions;
  }

  /** Shows the key that the address of the page names, also when it changes. */
  start(): void {
    addEventListener('hashchange', () => this.#showAddressed());
    this.#showAddressed();
  }

  /** Reads the keys again, and the attempts of the one that is shown. */
  async update(): Promise<void> {
    if (this.#viewSection.hidden) return;
    this.#isStale = this.#isReading;
    if (this.#isReading) return;
    this.#isReading = true;
    await attempt(async () => {
      const { keys } = await this.#api.json<{ keys: (LabKey & { attempts: number })[] }>('/_sparring/labs');
      show(this.#list, this.#keyTable(keys.reverse()));
      if (this.#shown) await this.#read(this.#shown);
    });
    this.#isReading = false;
    if (this.#isStale) await this.update();
  }

  /** Shows the attempts at a key. */
  async show(key: LabKey): Promise<void> {
    this.#shown = key;
    history.replaceState(null, '', `#labs/${key.lab}/${key.key}`);
    this.#actions.open();
    await this.update();
    this.#view.scrollIntoView({ block: 'nearest' });
  }

  /** Shows the key that the address of the page names: `#labs/sequence/a1`. */
  #showAddressed(): void {
    const [, lab, key] = /^#labs\/(\w+)\/([\w.~-]+)$/.exec(location.hash) ?? [];
    if (lab !== undefined && key !== undefined) void this.show({ lab, key });
  }

  #keyTable(keys: readonly (LabKey & { readonly attempts: number })[]): Markup {
    if (keys.length === 0) return html`<p class="soft">No request has used a key.</p>`;
    return table(
      'Keys',
      ['Key', 'Attempts', 'Actions'],
      keys.map(({ lab, key, attempts }) => {
        const name = `${lab}/${key}`;
        return [
          name,
          attempts,
          small('Show', () => this.show({ lab, key }), { 'aria-label': `Show ${name}` }),
        ];
      }),
    );
  }

  async #read(key: LabKey): Promise<void> {
    try {
      const name = `${key.lab}/${key.key}`;
      const query = new URLSearchParams({ filter: `lab:${name}`, limit: String(MAX_REQUESTS) });
      const [view, { requests }] = await Promise.all([
        this.#api.json<KeyReadBack>(`/_sparring/labs/${name}`),
        this.#api.json<{ requests: Entry[] }>(`/_sparring/requests?${query}`),
      ]);
      const ids = new Map(
        requests.filter(isExchange).map(({ id, lab }): [number, number] => [lab?.attempt ?? 0, id]),
      );
      show(this.#view, this.#keyRegion(key, view, ids));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      this.#close(error.message);
    }
  }

  #keyRegion(key: LabKey, view: KeyReadBack, ids: ReadonlyMap<number, number>): Markup {
    const name = `${key.lab}/${key.key}`;
    const numberOf = ({ n }: AttemptRow) => {
      const id = ids.get(n);
      if (id === undefined) return n;
      const label = `Attempt ${n}, request ${id}`;
      return small(String(n), () => this.#actions.select(id), { 'aria-label': label });
    };
    const link = builderLink(mainOrigin(), key.lab, view);
    return html`
      <section aria-label=${`Key ${name}`}>
        <h3>${name}</h3>
        <div class="toolbar">
          ${small('Show the requests', () => this.#actions.filter(`lab:${name}`))}
          ${link === undefined ? null : html`<a href=${link}>Open in the builder</a>`}
          ${small('Delete the key', () => this.#delete(key), { kind: 'danger' })}
          ${small('Close', () => this.#close())}
        </div>
        ${stepList(view)}
        ${attemptsView(view, numberOf)}
      </section>`;
  }

  #delete(key: LabKey): Promise<void> {
    return attempt(async () => {
      await this.#api.call(`/_sparring/labs/${key.lab}/${key.key}`, { method: 'DELETE' });
      announce(`The key ${key.lab}/${key.key} is deleted.`);
      this.#close();
      await this.update();
    });
  }

  #close(text?: string): void {
    this.#shown = undefined;
    history.replaceState(null, '', location.pathname + location.search);
    show(this.#view, text === undefined ? null : html`<p class="soft">${text}</p>`);
  }
}

function small(label: string, onClick: () => unknown, options: Parameters<typeof button>[1] = {}): Markup {
  return button(label, { isSmall: true, ...options, onClick });
}
