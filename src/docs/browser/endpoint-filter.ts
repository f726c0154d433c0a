import { show } from '#pages/browser/show.ts';
import { html, type Markup } from '#pages/html.ts';

/** Filters the endpoints of the page as the user types: those whose method, path and description have all words. */
export function enableEndpointFilter(): void {
  const form = document.querySelector<HTMLFormElement>('.filter');
  const input = form?.querySelector('input');
  const state = form?.querySelector('.hint');
  if (!form || !input || !state) return;
  const groups = [...document.querySelectorAll<HTMLDetailsElement>('.group')].map((details) => ({
    details,
    items: [...details.querySelectorAll('li')],
    // The navigation of the index has a link to the group.
    links: details.id === '' ? [] : [...document.querySelectorAll(`.side a[href="#${details.id}"]`)],
  }));
  const total = groups.reduce((sum, { items }) => sum + items.length, 0);
  let opened: ReadonlySet<HTMLDetailsElement> | undefined;

  const update = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const isEmpty = words.length === 0;
    opened ??= new Set(groups.filter(({ details }) => details.open).map(({ details }) => details));
    let count = 0;
    for (const { details, items, links } of groups) {
      const found = items.filter((item) => {
        const text = item.textContent.toLowerCase();
        const isFound = words.every((word) => text.includes(word));
        item.hidden = !isFound;
        return isFound;
      }).length;
      count += found;
      details.hidden = found === 0;
      details.open = isEmpty ? opened.has(details) : true;
      for (const element of [details, ...links]) {
        if (element !== details) element.toggleAttribute('hidden', found === 0);
        const figure = element.querySelector('.n');
        if (figure) figure.textContent = isEmpty ? String(items.length) : `${found} of ${items.length}`;
      }
    }
    // A service without a match has no heading.
    for (const heading of document.querySelectorAll<HTMLElement>('.side h2'))
      heading.hidden = !hasVisible(heading);
    if (isEmpty) opened = undefined;
    show(state, isEmpty ? null : describe(count, total, input.value));
  };
  input.addEventListener('input', update);
  form.addEventListener('submit', (event) => {
    const first = groups
      .flatMap(({ items }) => items)
      .find((item) => !item.hidden)
      ?.querySelector('a');
    if (!first || input.value.trim() === '') return;
    event.preventDefault();
    location.assign(first.href);
  });
  // The browser restores the text of the field when the user comes back.
  if (input.value !== '') update();
}

function describe(count: number, total: number, query: string): Markup | string {
  if (count > 0) return `${count} of ${total} endpoints`;
  const href = `/docs/search?${new URLSearchParams({ q: query })}`;
  return html`<span>0 of ${total} endpoints. <a href=${href}>Search the docs</a></span>`;
}

/** Whether something is visible between the heading and the next one. */
function hasVisible(heading: Element): boolean {
  for (let next = heading.nextElementSibling; next && !next.matches('h2'); next = next.nextElementSibling)
    if (!next.hasAttribute('hidden') && (!next.matches('ul') || next.querySelector('a:not([hidden])')))
      return true;
  return false;
}
