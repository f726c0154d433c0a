import { show } from '#pages/browser/show.ts';
import { sitePath } from '#pages/browser/site-path.ts';
import { resultList } from '../search/result-list.ts';
import { createSearch, type SearchResults } from '../search/search.ts';

/** Results in the list below a field. The page of the search shows all. */
const MAX_SUGGESTIONS = 8;

type Find = (query: string) => SearchResults;

/** Shows the results of the search field of the header as the user types, with the ranking of the server. */
export function enableSearch(): void {
  let loaded: Promise<Find> | undefined;
  const load = () => {
    loaded ??= loadSearch();
    // A later attempt may succeed. Until then, the form leads to the page of the results.
    loaded.catch(() => {
      loaded = undefined;
    });
    return loaded;
  };
  const form = document.querySelector<HTMLFormElement>('form.find');
  if (form) enableForm(form, load);
}

async function loadSearch(): Promise<Find> {
  const response = await fetch(sitePath('/docs/search.json'), { credentials: 'omit' });
  if (!response.ok) throw new Error(`/docs/search.json answers ${response.status}`);
  return createSearch(await response.json());
}

function enableForm(form: HTMLFormElement, load: () => Promise<Find>): void {
  const input = form.querySelector('input');
  if (!input) return;
  const page = document.querySelector('#results');
  const list = page ?? addList(form);
  const update = async () => {
    const query = input.value;
    const find = await load().catch(() => undefined);
    // The user may have typed more meanwhile.
    if (!find || query !== input.value) return;
    const found = find(query);
    if (page) history.replaceState(null, '', `?${new URLSearchParams({ q: query })}`);
    else list.toggleAttribute('hidden', query.trim() === '');
    show(
      list,
      resultList(query, page ? found : { ...found, results: found.results.slice(0, MAX_SUGGESTIONS) }),
    );
  };
  input.addEventListener('focus', () => void load().catch(() => undefined));
  input.addEventListener('input', () => void update());
  form.addEventListener('submit', (event) => {
    const first = list.querySelector('a');
    if (!first || list.hasAttribute('hidden') || event.submitter?.matches('button')) return;
    event.preventDefault();
    location.assign(first.href);
  });
  form.addEventListener('keydown', (event) => onKey(event, input, list));
  page?.addEventListener('keydown', (event) => onKey(event, input, list));
  if (page) return;
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) list.setAttribute('hidden', '');
  });
}

function addList(form: HTMLFormElement): HTMLElement {
  const list = document.createElement('div');
  list.className = 'suggestions';
  list.hidden = true;
  form.append(list);
  return list;
}

/** The arrows go from the field through the results, and Escape returns to the field. */
function onKey(event: Event, input: HTMLInputElement, list: Element): void {
  if (!(event instanceof KeyboardEvent)) return;
  const stops: (Element | null)[] = [input, ...list.querySelectorAll('a')];
  const place = stops.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined && place >= 0) {
    event.preventDefault();
    const next = stops[Math.min(stops.length - 1, Math.max(0, place + step))];
    if (next instanceof HTMLElement) next.focus();
  } else if (event.key === 'Escape' && place > 0) input.focus();
  else if (event.key === 'Escape' && list.matches('.suggestions')) list.setAttribute('hidden', '');
}
