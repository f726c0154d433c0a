import { find } from '../../../../http/pages/browser/elements.ts';

const MAX_SHOWN_CHARACTERS = 10_000;

/** Sends a GET request, and shows the response as text. */
export async function showResponse(url: string): Promise<void> {
  show('Waiting for the response…');
  try {
    const response = await fetch(url, { redirect: 'manual', cache: 'no-store' });
    if (response.type === 'opaqueredirect')
      return show(
        'A redirect. Browsers do not let a script read it: open the URL above, or run the curl command.',
      );
    const text = await response.text();
    const entry = performance.getEntriesByName(url).at(-1);
    const time = entry ? ` in ${(entry.duration / 1000).toFixed(2)} s` : '';
    const headers = [...response.headers].map((header) => `${header.join(': ')}\n`).join('');
    const content = text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
    show(`${response.status} ${response.statusText}${time}`, `${headers}\n${content}`);
  } catch {
    show('No response.');
  }
}

function show(outcome: string, message = ''): void {
  find(document, '#answer', HTMLElement).hidden = false;
  find(document, '#outcome', HTMLElement).textContent = outcome;
  const code = find(document, '#message', HTMLElement);
  code.textContent = message;
  if (code.parentElement) code.parentElement.hidden = message === '';
}
