import { siteUrl } from '#pages/browser/site-path.ts';
import { addNote } from './response-view.ts';

/**
 * Returns the request that the fields of the panel describe.
 * @param exampleBody body of the example, before the user edits it
 * @throws TypeError when it is not a valid request to this server
 */
export function buildPanelRequest(panel: HTMLFormElement, exampleBody: string, signal: AbortSignal): Request {
  const values = new FormData(panel);
  const text = (name: string) => String(values.get(name) ?? '');
  const url = parseUrl(text('path'));
  if (url.origin !== location.origin) throw new TypeError('this page sends requests to its own server only.');
  const headers = [...parseHeaders(text('fields')), ...credentials(text('login'), text('password'))];
  const method = text('method').trim().toUpperCase();
  const request = new Request(url, {
    method,
    headers,
    // A Blob without a type, so that the browser adds no Content-Type.
    body: /^(GET|HEAD)$/.test(method) ? null : buildBody(text('body'), exampleBody),
    // With credentials, a challenge would open the dialog of the browser.
    credentials: 'omit',
    cache: 'no-store',
    signal,
  });
  const removed = headers.map(([name]) => name).filter((name) => !request.headers.has(name));
  if (removed.length > 0)
    addNote(panel, `Browsers do not let a page send ${removed.join(' or ')}. The curl command sends it.`);
  return request;
}

/** A path is one of this server. */
function parseUrl(text: string): URL {
  return text.startsWith('/') && !text.startsWith('//')
    ? new URL(siteUrl() + text)
    : new URL(text, location.origin);
}

function parseHeaders(text: string): [name: string, value: string][] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const colon = line.indexOf(':');
    if (colon < 1) throw new TypeError(`a header needs a name, a colon and a value: ${line}`);
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  });
}

function credentials(login: string, password: string): [name: string, value: string][] {
  if (login === '') return [];
  const bytes = new TextEncoder().encode(`${login}:${password}`);
  return [['Authorization', `Basic ${btoa(String.fromCharCode(...bytes))}`]];
}

/** The body to send: FormData has CRLF line breaks, whatever the example has, so an unchanged body is sent as it is. */
function buildBody(edited: string, example: string): Blob | null {
  const normalize = (text: string) => text.replaceAll('\r\n', '\n');
  const body = normalize(edited) === normalize(example) ? example : normalize(edited);
  return body === '' ? null : new Blob([body]);
}
