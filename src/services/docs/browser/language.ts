const KEY = 'sparring-language';

/** Shows one snippet of each example, in the language that the user selects. The browser keeps the choice. */
export function enableLanguages(): void {
  const select = document.querySelector('#language');
  if (!(select instanceof HTMLSelectElement)) return;
  const stored = read();
  if ([...select.options].some(({ value }) => value === stored)) select.value = stored;
  for (const details of document.querySelectorAll('.others')) {
    details.before(...details.querySelectorAll('pre'));
    details.remove();
  }
  const show = () => {
    for (const snippet of document.querySelectorAll<HTMLElement>('[data-snippet]'))
      snippet.hidden = snippet.dataset.snippet !== select.value;
  };
  select.addEventListener('change', () => {
    show();
    write(select.value);
  });
  show();
}

/** A browser can forbid the storage. */
function read(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

function write(language: string): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // The choice is then for this page only.
  }
}
