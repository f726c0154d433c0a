import { codeFigure } from '#pages/components/code-figure.ts';
import { html, type Markup } from '#pages/html.ts';
import type { ResponsePreview } from '../../responses/send/preview-schema.ts';

/**
 * The bytes that a client gets, and below them what bytes do not show.
 * @param isStale whether the form has an error since, so that the bytes are those of its last valid state
 */
export function previewView(preview: ResponsePreview, isStale = false): Markup {
  const { head, content, size, is_cut, notes } = preview;
  return html`
    <div class=${isStale ? 'preview stale' : 'preview'}>
      ${codeFigure({ label: `Response${size === null ? '' : `, ${size} ${size === 1 ? 'byte' : 'bytes'} of content`}`, code: html`${headLines(head)}${contentOf(content, size)}` })}
      ${isStale ? html`<p class="hint" id="preview-state">The preview has the last valid state.</p>` : null}
      ${is_cut ? html`<p class="hint">The preview has the first bytes of the content only.</p>` : null}
      ${notes.length === 0 ? null : html`<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>`}
    </div>`;
}

/** The lines of the head with their tokens as elements. */
function headLines(head: string): Markup[] {
  if (head === '') return [html`<span class="tc">No byte</span>`];
  return head
    .replace(/\r\n$/, '')
    .split('\r\n')
    .map((line, index) => {
      const [, version = '', code = '', reason = ''] = /^(HTTP\/\d\.\d)( \d{3})(.*)$/.exec(line) ?? [];
      if (index === 0 && version !== '')
        return html`<span class="tp">${version}</span><span class="tn">${code}</span>${reason}${'\n'}`;
      const [, name, rest] = /^([^:\s]+)(:.*)$/.exec(line) ?? [];
      return name === undefined
        ? html`<span>${line}${'\n'}</span>`
        : html`<span class="tk">${name}</span>${rest}${'\n'}`;
    });
}

function contentOf(content: string | null, size: number | null): Markup | string {
  if (content !== null) return content;
  return [
    html`<span class="tc">${size === null ? 'binary content' : `binary content, ${size} bytes`}</span>`,
  ].flat();
}
