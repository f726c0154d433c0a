import { readPreferences, writePreferences } from '#pages/browser/stored-preferences.ts';

/** Shows one snippet of each example, in the language that the user selects. The browser keeps the choice. */
export function enableLanguages(): void {
  const select = document.querySelector('#language');
  if (!(select instanceof HTMLSelectElement)) return;
  const stored = [...select.options].find(({ value }) => value === readPreferences().language);
  if (stored) select.value = stored.value;
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
    writePreferences({ language: select.value });
  });
  show();
}
