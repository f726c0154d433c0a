import { Component } from 'preact';
import { saveFile } from '#control/pages/browser/clipboard.ts';
import { button } from '#pages/components/button.ts';
import { table } from '#pages/components/table.ts';
import { component, html, type Markup } from '#pages/html.ts';
import { formatBodySize } from '../../request-cells.ts';
import { decodeText } from '../common/decoding.ts';
import { parseJsonNodes } from './json-nodes.ts';
import { JsonTree } from './json-tree.ts';
import { boundaryOf, type Part, parseMultipart } from './multipart.ts';
import { textBlock } from './plain-views.ts';
import { indentXml, parseCsv, parseSentEvents } from './text-formats.ts';

/** Maximum number of fields of a form that are shown. */
const MAX_FIELDS = 1000;

const MAX_SHOWN = 300;

/** Before each value of `application/json-seq` (RFC 7464). */
const RECORD_SEPARATOR = '\u001e';

/** A body as its media type and its bytes suggest; undefined if it is neither text nor a known format. */
export function prettyBody(bytes: Uint8Array<ArrayBuffer>, type: string): Markup | undefined {
  const essence = type.split(';')[0]?.trim().toLowerCase() ?? '';
  const boundary = essence.startsWith('multipart/') ? boundaryOf(type) : undefined;
  if (boundary !== undefined) {
    const parts = parseMultipart(bytes, boundary);
    if (parts.length > 0) return multipartTable(parts);
  }
  const image = imageTypeOf(bytes);
  if (image !== undefined) return component(ImageView, { bytes, type: image });
  // In an image, the browser runs no script of it, and loads nothing for it.
  if (essence === 'image/svg+xml') return component(ImageView, { bytes, type: essence });
  const text = decodeText(bytes, type);
  if (text === undefined) return undefined;
  if (essence === 'application/x-www-form-urlencoded' && text.includes('=')) {
    const fields = [...new URLSearchParams(text)].slice(0, MAX_FIELDS);
    return table('Fields of the form', ['Name', 'Value'], fields);
  }
  if (essence === 'text/event-stream')
    return table(
      'Events',
      ['Id', 'Event', 'Data'],
      parseSentEvents(text).map(({ id, event, data }) => [id, event, data]),
    );
  const json = parseJsonNodes(text);
  if (json) return component(JsonTree, { node: json });
  if (essence === 'text/csv' || essence === 'text/tab-separated-values') return csvTable(text);
  if (/^application\/(?:x-ndjson|jsonl|json-seq)$|\+json-seq$/.test(essence)) return jsonLines(text);
  if (/^(?:text\/(?:html|xml)|application\/xml)$|\+xml$/.test(essence)) return textBlock(indentXml(text));
  return textBlock(text);
}

function csvTable(text: string): Markup {
  const [headings = [], ...rows] = parseCsv(text, MAX_FIELDS + 1);
  const width = Math.max(headings.length, ...rows.map((row) => row.length));
  const names = Array.from({ length: width }, (_, index) => headings[index] || `Column ${index + 1}`);
  return table(
    'Rows',
    names,
    rows.map((row) => names.map((_, index) => row[index] ?? '')),
  );
}

/** A value on each line; what is not JSON is shown as text. */
function jsonLines(text: string): Markup {
  const lines = text
    .replaceAll(RECORD_SEPARATOR, '\n')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const views = lines.slice(0, MAX_FIELDS).map((line) => {
    const json = parseJsonNodes(line);
    return html`<li>${json ? component(JsonTree, { node: json }) : textBlock(line)}</li>`;
  });
  return html`<ol class="json-lines">${views}</ol>`;
}

interface ImageProps {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly label?: string;
}

/** An image, with its size in pixels. */
class ImageView extends Component<ImageProps, { readonly size?: string; readonly isInvalid?: boolean }> {
  override state: { readonly size?: string; readonly isInvalid?: boolean } = {};
  readonly #url = URL.createObjectURL(new Blob([this.props.bytes], { type: this.props.type }));

  override componentWillUnmount(): void {
    URL.revokeObjectURL(this.#url);
  }

  override render(): Markup {
    const { type, label = 'Image' } = this.props;
    const { size, isInvalid } = this.state;
    if (isInvalid) return html`<p class="soft">The browser cannot show the image.</p>`;
    const loaded = ({ currentTarget }: { currentTarget: HTMLImageElement }) =>
      this.setState({ size: `${currentTarget.naturalWidth} × ${currentTarget.naturalHeight}, ${type}` });
    return html`
      <div><img alt=${label} src=${this.#url} title=${size} onLoad=${loaded} onError=${() => this.setState({ isInvalid: true })} />${size !== undefined && this.props.label === undefined ? html`<p class="soft">${size}</p>` : null}</div>`;
  }
}

function multipartTable(parts: readonly Part[]): Markup {
  const rows = parts.map((part) => {
    const content = new Uint8Array(part.content);
    const image = imageTypeOf(content);
    const text = decodeText(content, part.type);
    const visible = text === undefined || text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
    const name = part.file ?? part.name;
    const type = part.type === '' ? [] : [part.type];
    const facts = [...type, formatBodySize(content.length), ...(part.isCut ? ['cut'] : [])];
    return [
      html`<strong>${part.name}</strong>${part.file === undefined ? null : html`<br />${part.file}`}<br /><span class="soft">${facts.join(', ')}</span>`,
      image === undefined
        ? html`<span class="part">${visible ?? 'bytes'}</span>`
        : component(ImageView, { bytes: content, type: image, label: name }),
      button('Download', {
        type: 'button',
        isSmall: true,
        'aria-label': `Download ${name}`,
        onClick: () => saveFile(sanitizeFileName(name), new Blob([content])),
      }),
    ];
  });
  return table('Parts of the form', ['Part', 'Content', 'Action'], rows);
}

/** A name that no system interprets as a path. */
function sanitizeFileName(name: string): string {
  return name.replace(/[^\p{L}\p{N} ._()-]/gu, '_').slice(-100) || 'part';
}

/** The media type of an image by its first bytes, not by what its sender says; undefined for other content. */
export function imageTypeOf(bytes: Uint8Array): string | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, 16));
  if (text.startsWith('\x89PNG\r\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(text)) return 'image/gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  return text.slice(4, 12) === 'ftypavif' ? 'image/avif' : undefined;
}
