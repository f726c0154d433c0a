import { button, el, table } from '#pages/browser/dom.ts';
import { announce, find } from '#pages/browser/elements.ts';
import type { Api } from '../../browser/api.ts';
import { copyText } from '../../browser/clipboard.ts';
import { mainOrigin } from '../../browser/main-origin.ts';
import { attempt } from '../../browser/problem.ts';

interface Bin {
  readonly name: string;
  readonly entries: number;
}

/** The bins with their numbers of entries, and new ones. */
export class Bins {
  readonly #view = find(document, '#bins', HTMLElement);
  readonly #list = find(document, '#bin-list', HTMLElement);
  readonly #api: Api;
  readonly #filter: (text: string) => void;
  /** Bins that the user has made here, which have no entry yet. */
  readonly #created = new Set<string>();

  /** @param filter shows the entries that match */
  constructor(api: Api, filter: (text: string) => void) {
    this.#api = api;
    this.#filter = filter;
    this.#view.addEventListener('toggle', () => void this.update());
    find(document, '#new-bin', HTMLButtonElement).addEventListener('click', () => void this.#create());
  }

  async update(): Promise<void> {
    if (this.#view.hidden) return;
    await attempt(async () => {
      const { bins } = await this.#api.json<{ bins: Bin[] }>('/_sparring/requests/bins');
      const known = new Set(bins.map(({ name }) => name));
      const all = [
        ...[...this.#created].filter((name) => !known.has(name)).map((name) => ({ name, entries: 0 })),
        ...bins,
      ];
      this.#list.replaceChildren(
        all.length === 0
          ? el('p', { class: 'soft' }, 'There is no bin.')
          : table(
              'Bins',
              ['Bin', 'Requests', 'URL', 'Actions'],
              all.map((bin) => this.#row(bin)),
            ),
      );
    });
  }

  #row({ name, entries }: Bin): (string | HTMLElement)[] {
    const url = `${mainOrigin()}/bin/${name}/`;
    return [
      name,
      String(entries),
      el('code', {}, url),
      el(
        'span',
        { class: 'actions' },
        button('Copy', () => copyUrl(url), { class: 'sm', 'aria-label': `Copy the URL of bin ${name}` }),
        button('Show', () => this.#filter(`bin:${name}`), {
          class: 'sm',
          'aria-label': `Show bin ${name}`,
        }),
      ),
    ];
  }

  async #create(): Promise<void> {
    const name = [...crypto.getRandomValues(new Uint8Array(5))]
      .map((byte) => byte.toString(36).padStart(2, '0'))
      .join('');
    this.#created.add(name);
    await this.update();
    await copyUrl(`${mainOrigin()}/bin/${name}/`);
  }
}

async function copyUrl(url: string): Promise<void> {
  announce((await copyText(url)) ? `${url} is copied.` : url);
}
