import { ElsewhereError } from '../../http/elsewhere.ts';
import type { HttpError } from '../../http/errors.ts';
import { escapeHtml } from '../../http/pages/escape-html.ts';
import { contentSecurityPolicy } from '../../http/pages/page.ts';
import type { ErrorAnswer } from '../../http/service.ts';
import { stylesheet } from './stylesheet.ts';

/** Renders refusals as pages. They are told to nobody in particular, so they need no session. */
export function createErrorView(): (error: HttpError) => ErrorAnswer {
  const policy = contentSecurityPolicy({ stylesheet, policy: ["form-action 'self'"] });
  return (error) => render(error, policy);
}

function render(error: HttpError, policy: string): ErrorAnswer {
  const title = TITLES.get(error.status) ?? 'That did not work';
  return {
    fields: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Content-Security-Policy', policy],
      ['Referrer-Policy', 'same-origin'],
      ['Cache-Control', 'no-store'],
      ...error.fields,
    ],
    content: `<!doctype html><html lang="en"><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/><title>${title} · Sparring</title><style>${stylesheet}</style></head><body><header class="bar"><a href="/">Sparring</a></header><main id="content"><h1>${title}</h1><p>${escapeHtml(error.message)}</p><p>${linkOf(error)}</p></main></body></html>\n`,
  };
}

function linkOf(error: HttpError): string {
  if (!(error instanceof ElsewhereError)) return '<a href="/settings/applications">To the settings</a>';
  return `<a href="${escapeHtml(error.url)}">Go to this address</a>`;
}

const TITLES: ReadonlyMap<number, string> = new Map([
  [302, 'Sign in first'],
  [303, 'Sign in first'],
  [403, 'That was refused'],
  [404, 'There is no such page'],
  [405, 'There is no such page'],
  [413, 'That was too long'],
  [421, 'This server has another name'],
  [422, 'That cannot be done'],
  [429, 'Too much at once'],
  [500, 'Something went wrong'],
]);
