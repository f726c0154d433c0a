import { Component } from 'preact';
import { button } from '#pages/components/button.ts';
import { html, type Markup } from '#pages/html.ts';
import { hexByte } from '../common/decoding.ts';

/** Maximum number of characters of a part, which the browser lays out only where it is near the window. */
const PART_LENGTH = 16 * 1024;

/** A text that can be scrolled by keyboard. A long one consists of parts, because the layout of a megabyte takes half a second. */
export function textBlock(text: string, label = 'Text'): Markup {
  const parts = text.length <= PART_LENGTH ? text : divide(text).map((part) => html`<span>${part}</span>`);
  return html`<pre tabindex="0" role="region" aria-label=${label}>${parts}</pre>`;
}

/** The text in parts that end with a line where possible, and within no character. */
function divide(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = start + PART_LENGTH;
    const line = text.lastIndexOf('\n', end - 1) + 1;
    if (line > start && end < text.length) end = line;
    else if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end--;
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

/** Bytes that are shown at once. */
const PAGE = 64 * 1024;

/** The width from which a line has sixteen bytes. */
const WIDE = 600;

interface HexState {
  readonly pages: number;
  readonly perLine: 8 | 16;
}

/** Bytes in hexadecimal, a page at a time, with as many in a line as the pane has space for. */
export class HexView extends Component<{ readonly bytes: Uint8Array }, HexState> {
  override state: HexState = { pages: 1, perLine: 16 };
  #element: HTMLElement | null = null;
  readonly #observer = new ResizeObserver(() => this.#fit());

  override componentDidMount(): void {
    this.#fit();
    if (this.#element) this.#observer.observe(this.#element);
  }

  override componentWillUnmount(): void {
    this.#observer.disconnect();
  }

  #fit(): void {
    const perLine = (this.#element?.clientWidth ?? WIDE) < WIDE ? 8 : 16;
    if (perLine !== this.state.perLine) this.setState({ perLine });
  }

  override render(): Markup {
    const { bytes } = this.props;
    const { pages, perLine } = this.state;
    const shown = Array.from({ length: pages }, (_, page) => bytes.subarray(page * PAGE, (page + 1) * PAGE));
    const setElement = (element: HTMLElement | null) => {
      this.#element = element;
    };
    return html`
      <div ref=${setElement}>
        ${shown.map((part, page) => html`<pre class="hex" tabindex="0" role="region" aria-label="Bytes">${hexDump(part, page * PAGE, perLine)}</pre>`)}
        ${pages * PAGE < bytes.length && button('Show more', { type: 'button', isSmall: true, onClick: () => this.setState({ pages: pages + 1 }) })}
      </div>`;
  }
}

/**
 * Bytes in hexadecimal: offset, bytes in groups of eight, and the printable ASCII characters.
 * @param first the offset of the first byte
 */
function hexDump(bytes: Uint8Array, first: number, perLine: 8 | 16): string {
  const lines = [];
  for (let offset = 0; offset < bytes.length; offset += perLine) {
    const line = [...bytes.subarray(offset, offset + perLine)];
    const digits = line.map(hexByte);
    const groups = [digits.slice(0, 8), ...(perLine === 16 ? [digits.slice(8)] : [])];
    const hex = groups.map((group) => group.join(' ').padEnd(23)).join('  ');
    const text = line.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${(first + offset).toString(16).padStart(8, '0')}  ${hex}  ${text}`);
  }
  return lines.join('\n');
}
