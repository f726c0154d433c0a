import { find } from '../../http/pages/browser/elements.ts';

/** Filters the endpoints of the page as the user types, and opens the endpoint that the URL fragment names. */
export function enableFilter(): void {
  const input = find(document, '#filter', HTMLInputElement);
  const update = () => applyFilter(input.value);
  input.addEventListener('input', update);
  addEventListener('hashchange', openTarget);
  update();
  openTarget();
}

/** Shows the endpoints whose text contains every term, and hides groups without any. */
function applyFilter(filter: string): void {
  const terms = filter.toLowerCase().split(/\s+/).filter(Boolean);
  for (const entry of document.querySelectorAll<HTMLElement>('[data-find]')) {
    entry.hidden = !terms.every((term) => entry.dataset.find?.includes(term));
  }
  for (const group of document.querySelectorAll<HTMLElement>('[data-group]')) {
    group.hidden = !group.querySelector('[data-find]:not([hidden])');
  }
  const total = document.querySelectorAll('.endpoint').length;
  const count = document.querySelectorAll('.endpoint:not([hidden])').length;
  const result = count === 0 ? 'No endpoint matches.' : `${count} of ${total} endpoints`;
  find(document, '#found', HTMLElement).textContent = terms.length === 0 ? '' : result;
}

function openTarget(): void {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (!target) return;
  if (target instanceof HTMLDetailsElement) target.open = true;
  target.scrollIntoView();
}
