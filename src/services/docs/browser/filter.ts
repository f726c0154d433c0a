import { find } from '../../../http/pages/browser/elements.ts';

/** Filters the endpoints of the index as the user types. The page is the index: nothing is requested. */
export function enableFilter(): void {
  const input = document.querySelector('#filter');
  if (!(input instanceof HTMLInputElement)) return;
  const entries = [...document.querySelectorAll<HTMLElement>('[data-find]')].map((entry) => ({
    entry,
    text: `${entry.textContent} ${entry.dataset.find}`.toLowerCase(),
  }));
  const update = () => applyFilter(entries, input.value);
  input.addEventListener('input', update);
  // A search on the home page leads here.
  input.value ||= new URLSearchParams(location.search).get('filter') ?? '';
  update();
}

/** Shows the endpoints whose text contains every term, and hides groups without any. */
function applyFilter(
  entries: readonly { readonly entry: HTMLElement; readonly text: string }[],
  filter: string,
): void {
  const terms = filter.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { entry, text } of entries) {
    entry.hidden = !terms.every((term) => text.includes(term));
    if (!entry.hidden) count++;
  }
  for (const group of document.querySelectorAll<HTMLElement>('[data-group]')) {
    group.hidden = !group.querySelector('[data-find]:not([hidden])');
  }
  const result = count === 0 ? 'No endpoint matches.' : `${count} of ${entries.length} endpoints`;
  find(document, '#found', HTMLElement).textContent = terms.length === 0 ? '' : result;
}

/** Opens the page of the endpoint that the fragment of an older URL names, such as `/docs#get-get` or `/#get-get`. */
export function followOldFragment(): void {
  if (location.hash.length < 2) return;
  const target = document.getElementById(location.hash.slice(1));
  const link = target?.querySelector<HTMLAnchorElement>('a[href^="/docs/endpoints/"]');
  if (target?.matches('.endpoint') && link) location.replace(link.href);
  else if (!target && location.pathname === '/') location.replace(`/docs${location.hash}`);
}
