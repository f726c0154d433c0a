import type { Html, Markup } from '../../http/page.ts';

/** The text as a QR code, dark on light whatever the page's colours: not every reader knows it the other way round. */
export async function qrCode(text: string, label: string): Promise<(html: Html) => Markup> {
  const { encode } = await import('uqr');
  // ISO/IEC 18004 asks for a margin of four modules.
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (html) => html`
    <svg class="qr" role="img" aria-label=${label} viewBox=${`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      <rect width="100%" height="100%" fill="#fff" /><path d=${path} fill="#000" />
    </svg>`;
}
