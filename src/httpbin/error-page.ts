import { escapeHtml } from '../http/pages/escape-html.ts';

/** What a person sees of a refusal. */
export function errorPage(status: number, phrase: string, detail: string): string {
  const title = escapeHtml(`${status} ${phrase}`);
  return `<!doctype html>
<html lang=en>
<meta charset=utf-8>
<meta name=viewport content="width=device-width">
<meta name=color-scheme content="light dark">
<title>${title}</title>
<main>
<h1>${title}</h1>
<p>${escapeHtml(detail)}</p>
</main>
`;
}
