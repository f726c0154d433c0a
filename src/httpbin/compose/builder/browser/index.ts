import { enableCopyButtons } from '../../../../http/pages/browser/copy-buttons.ts';
import { find, showScriptedElements } from '../../../../http/pages/browser/elements.ts';
import { showResponse } from './response-view.ts';

// The script of the page that composes responses: it updates the URL and the curl command as the user types, as
// `composeUrl` does on the server, and sends the request.
const form = find(document, 'form', HTMLFormElement);
const url = find(document, '#url', HTMLAnchorElement);

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('%20', '+')
    .replace(/%(?:2C|2F|3A|3B|3D|40)/g, decodeURIComponent)
    .replaceAll("'", '%27');
}

function updateUrl(): void {
  const directives = [...new FormData(form)].filter(([, value]) => value !== '');
  const query = directives.map(([name, value]) => `${encode(name)}=${encode(String(value))}`).join('&');
  url.href = `${location.origin}/compose${query && `?${query}`}`;
  url.textContent = url.href;
  find(document, '#curl', HTMLElement).textContent = `curl -i '${url.href}'`;
}

/** Adds an empty row below the last one, with the next number in its label. */
function addRow(button: HTMLButtonElement): void {
  const last = button.previousElementSibling;
  const row = last?.cloneNode();
  if (!(last instanceof HTMLInputElement) || !(row instanceof HTMLInputElement)) return;
  row.value = '';
  const label = last.getAttribute('aria-label') ?? '';
  row.setAttribute(
    'aria-label',
    label.replace(/\d+$/, (number) => String(Number(number) + 1)),
  );
  last.after(row);
  row.focus();
}

form.addEventListener('input', () => {
  updateUrl();
  document.querySelector('[role=alert]')?.remove();
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  updateUrl();
  void showResponse(url.href);
});
document.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLButtonElement && target.matches('.add')) addRow(target);
});
find(document, '.show', HTMLButtonElement).hidden = true;
enableCopyButtons();
updateUrl();
showScriptedElements();
