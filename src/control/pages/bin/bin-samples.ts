import { quoteLine } from '#journal/snippets/quoting.ts';
import { formatShortCurl } from '#journal/snippets/short-curl.ts';
import { WRITERS } from '#journal/snippets/writers.ts';
import { copyButton } from '#pages/components/copy-button.ts';
import { samples } from '#pages/components/samples.ts';
import { html, type Markup } from '#pages/html.ts';

const LANGUAGES = ['curl', 'fetch', 'python', 'go', 'php', 'axios', 'node', 'httpie'] as const;

/** One POST with JSON and one upload in each language. */
export function binSamples(url: string): Markup {
  return samples(
    LANGUAGES.map((name) => {
      const { label, write } = WRITERS[name];
      const code = (kind: Kind) => (name === 'curl' ? formatCurl(url, kind) : write(buildRequest(url, kind)));
      const content = KINDS.map(([kind, title]) => {
        const id = `sample-${name}-${kind}`;
        return html`
          <p class="actions"><small>${title}</small> ${copyButton(id, `Copy ${title}, ${label}`)}</p>
          <pre tabindex="0" role="group" aria-label=${`${title}, ${label}`}><code id=${id}>${code(kind)}</code></pre>`;
      });
      return { label, content: html`${content}` };
    }),
  );
}

const KINDS = [
  ['json', 'A POST with JSON'],
  ['upload', 'An upload'],
] as const;

type Kind = (typeof KINDS)[number][0];

function formatCurl(url: string, kind: Kind): string {
  if (kind === 'upload') return `curl -F file=@photo.png ${url}\n`;
  const headers = [['Content-Type', 'application/json']] as const;
  return `${formatShortCurl({ method: 'POST', url, headers, body: '{"hello":"world"}' }, quoteLine)}\n`;
}

function buildRequest(url: string, kind: Kind) {
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
