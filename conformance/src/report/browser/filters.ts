import { find } from '../../page.ts';

/** Shows the cases that the fields select, the groups that have one of them, and the case that the URL names. */
export function enableFilters(): void {
  const form = find(document, '#filters', HTMLFormElement);
  const search = find(form, 'input[type="search"]', HTMLInputElement);
  const boxes = [...form.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
  const cases = [...document.querySelectorAll<HTMLDetailsElement>('.case')].map((element) => ({
    element,
    text: searchText(element),
  }));

  const show = () => {
    const words = wordsOf(search.value);
    const selected = (name: string, value: string | undefined) =>
      boxes.some((box) => box.checked && box.name === name && box.value === value);
    for (const { element, text } of cases) {
      const { level, result } = element.dataset;
      const isSelected =
        selected('level', level) && selected('result', result) && words.every((word) => text.includes(word));
      element.hidden = !isSelected && element !== namedCase();
    }
    hideEmptyGroups();
    const shown = cases.filter(({ element }) => !element.hidden).length;
    find(form, '[role="status"]', HTMLElement).textContent = `${shown} of ${cases.length} cases`;
  };
  const showNamed = () => {
    show();
    const named = namedCase();
    if (!named) return;
    named.open = true;
    named.scrollIntoView();
  };

  form.addEventListener('input', show);
  form.addEventListener('submit', (event) => event.preventDefault());
  find(form, 'button', HTMLButtonElement).addEventListener('click', () => {
    search.value = '';
    for (const box of boxes) box.checked = true;
    show();
  });
  addEventListener('hashchange', showNamed);
  // A browser restores the fields of a page that is loaded again after its scripts.
  addEventListener('pageshow', show);
  showNamed();
}

/** What is searched: the line of the case, and its rule. */
function searchText(element: HTMLElement): string {
  const parts = [...element.querySelectorAll(':scope > :is(summary, .rule)')];
  return parts.map(({ textContent }) => textContent?.toLowerCase()).join(' ');
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

function namedCase(): HTMLDetailsElement | undefined {
  const element = document.getElementById(location.hash.slice(1));
  return element instanceof HTMLDetailsElement ? element : undefined;
}

/** A group without a shown case has neither a heading nor a link. */
function hideEmptyGroups(): void {
  for (const group of document.querySelectorAll<HTMLElement>('section[data-group]')) {
    group.hidden = group.querySelector('.case:not([hidden])') === null;
    find(document, `li[data-group="${group.dataset.group}"]`, HTMLElement).hidden = group.hidden;
  }
}
