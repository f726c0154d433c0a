import { quoteLine } from '#journal/snippets/quoting.ts';
import { formatShortCurl } from '#journal/snippets/short-curl.ts';
import { WRITERS } from '#journal/snippets/writers.ts';
import { copyButton } from '#pages/components/copy-button.ts';
import { html, type Markup } from '#pages/html.ts';

/** The languages of the samples; those after the first five are under "more". */
const LANGUAGES = ['curl', 'fetch', 'python', 'go', 'php', 'axios', 'node', 'httpie'] as const;

/** One POST with JSON and one upload in each language. One is open at a time. @param isOpen whether the first one is */
export function binSamples(url: string, isOpen: boolean): Markup {
  return html`
    <div class="samples">${LANGUAGES.map((name, index) => {
      const { label, write } = WRITERS[name];
      return html`
        <details name="sample" open=${isOpen && index === 0}>
          <summary>${label}</summary>
          ${(['json', 'upload'] as const).map((kind) => {
            const id = `sample-${name}-${kind}`;
            const title = kind === 'json' ? 'A POST with JSON' : 'An upload';
            return html`
              <p class="actions"><small>${title}</small> ${copyButton(id, `Copy ${title}, ${label}`)}</p>
              <pre tabindex="0" role="group" aria-label=${`${title}, ${label}`}><code id=${id}>${
                name === 'curl' ? formatCurl(url, kind) : write(buildRequest(url, kind))
              }</code></pre>`;
          })}
        </details>`;
    })}</div>`;
}

function formatCurl(url: string, kind: 'json' | 'upload'): string {
  if (kind === 'upload') return `curl -F file=@photo.png ${url}\n`;
  const headers = [['Content-Type', 'application/json']] as const;
  return `${formatShortCurl({ method: 'POST', url, headers, body: '{"hello":"world"}' }, quoteLine)}\n`;
}

function buildRequest(url: string, kind: 'json' | 'upload') {
  const { origin, pathname } = new URL(url);
  const text =
    kind === 'json'
      ? '{"hello":"world"}'
      : `--sample\r\nContent-Disposition: form-data; name="file"; filename="hello.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--sample--\r\n`;
  const headers = [
    ['Content-Type', kind === 'json' ? 'application/json' : 'multipart/form-data; boundary=sample'],
  ] as const;
  return {
    method: 'POST',
    origin,
    url,
    target: pathname,
    unusualTarget: undefined,
    headers,
    framedHeaders: headers,
    protocol: 'HTTP/1.1',
    isTls: url.startsWith('https:'),
    hasBody: true,
    body: Buffer.from(text),
    bodyText: text,
    notes: [],
  } as const;
}
