import { readPreferences, writePreferences } from '#pages/browser/stored-preferences.ts';

/** Shows one snippet of each example, in the language that the user selects. The browser keeps the choice. */
export function enableLanguages(): void {
  const choices = [...document.querySelectorAll<HTMLInputElement>('.languages input')];
  if (choices.length === 0) return;
  const stored = readPreferences().language;
  const first = choices.find(({ value }) => value === stored) ?? choices[0];
  if (first) first.checked = true;
  for (const details of document.querySelectorAll('.others')) {
    details.before(...details.querySelectorAll('pre'));
    details.remove();
  }
  const show = () => {
    const language = choices.find(({ checked }) => checked)?.value;
    for (const snippet of document.querySelectorAll<HTMLElement>('[data-snippet]'))
      snippet.hidden = snippet.dataset.snippet !== language;
    return language;
  };
  for (const choice of choices)
    choice.addEventListener('change', () => {
      writePreferences({ language: show() });
    });
  show();
}
