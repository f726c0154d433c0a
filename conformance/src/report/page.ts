import { createHash } from 'node:crypto';
import { escapeHtml, ICON_URL, pageStylesheet } from '../server.ts';

/** A page as one file: it loads nothing, and works without its script. */
export function renderReportPage(title: string, stylesheet: string, main: string, script?: string): string {
  const scriptSource =
    script === undefined
      ? ''
      : `; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"/>',
    '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:${scriptSource}"/>`,
    `<title>${escapeHtml(title)} · Sparring</title><link rel="icon" href="${ICON_URL}"/>`,
    `<style>${pageStylesheet(stylesheet)}</style></head><body>`,
    '<a class="skip" href="#main">Skip to the content</a>',
    `<main id="main">${main}</main>${script === undefined ? '' : `<script>${script}</script>`}</body></html>\n`,
  ].join('\n');
}
