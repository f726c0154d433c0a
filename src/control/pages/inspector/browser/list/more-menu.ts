import { announce, byId } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { icon } from '#pages/components/icon.ts';
import { menuItem } from '#pages/components/menu.ts';
import { html, type Markup } from '#pages/html.ts';
import { formatCount } from '../../request-cells.ts';
import type { Feed } from '../common/feed.ts';
import { MAX_FILTERS, type PreferenceStore } from '../common/preferences.ts';
import type { Deletion } from './deletion.ts';
import type { RequestList } from './request-list.ts';

interface MoreContext {
  readonly preferences: PreferenceStore;
  readonly deletion: Deletion;
  readonly feed: Feed;
  readonly list: RequestList;
  filter(text: string): void;
  saveHar(): void;
  showKeys(): void;
}

/** Fills the menu with the saved filters, further tools, and the deletions, when it opens. */
export function enableMoreMenu(context: MoreContext): void {
  const { preferences, deletion, feed, list } = context;
  const menu = byId('more-menu');
  const close = (action: () => unknown) => () => {
    menu.hidePopover();
    void action();
  };
  const change = (filters: readonly string[], text: string) => {
    preferences.change({ filters });
    announce(text);
    fill();
  };
  const savedFilters = (filter: string): Markup => {
    const { filters } = preferences.current;
    const others = filters.filter((each) => each !== filter);
    const save = () => change([filter, ...others].slice(0, MAX_FILTERS), `The filter ${filter} is saved.`);
    const remove = (text: string) => {
      change(
        filters.filter((each) => each !== text),
        `The filter ${text} is removed.`,
      );
      menu.querySelector('button')?.focus();
    };
    return html`
      ${filters.map(
        (text) => html`
          <div class="saved" key=${text}><button type="button" onClick=${close(() => context.filter(text))}>${icon('filter')}${text}</button><button type="button" aria-label=${`Remove the saved filter ${text}`} onClick=${() => remove(text)}>${icon('close')}</button></div>`,
      )}
      ${
        filter !== '' && !filters.includes(filter)
          ? menuItem('plus', `Save ${filter}`, save)
          : filters.length === 0
            ? html`<p class="soft">Type a filter, and save it here.</p>`
            : null
      }`;
  };
  const fill = () => {
    const { filter, counts } = feed;
    const { matched } = counts;
    const { chosen } = list;
    const danger = { class: 'danger' };
    show(
      menu,
      html`
        ${savedFilters(filter)}<hr />
        ${menuItem('download', 'Save as HAR', close(context.saveHar), { disabled: matched === 0 })}
        ${menuItem('info', 'Keyboard', close(context.showKeys), { key: '?' })}<hr />
        ${
          chosen.length === 0
            ? null
            : menuItem(
                'trash',
                `Delete the ${chosen.length} selected`,
                close(() => deletion.deleteAll(chosen)),
                danger,
              )
        }
        ${
          filter === ''
            ? null
            : menuItem(
                'trash',
                `Delete the ${formatCount(matched)} shown`,
                close(() => deletion.deleteShown()),
                { ...danger, disabled: matched === 0 },
              )
        }
        ${menuItem(
          'trash',
          'Delete all except marked',
          close(() => deletion.deleteUnmarked()),
          { ...danger, disabled: matched === 0 && filter === '' },
        )}`,
    );
  };
  menu.addEventListener('beforetoggle', ({ newState }) => {
    if (newState === 'open') fill();
  });
}
