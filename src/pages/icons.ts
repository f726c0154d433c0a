/** The icons of the pages: the content of each on a grid of 16, drawn in the colour of the text beside it. */
export const ICONS = {
  arrow: '<path d="M3 8h10M9 4l4 4-4 4"/>',
  bin: '<path d="M2.5 9.5 4 3h8l1.5 6.5V13h-11zm0 0H6a2 2 0 0 0 4 0h3.5"/>',
  bolt: '<path d="M9 2 3.5 9H8l-1 5 5.5-7H8z"/>',
  check: '<path d="M3 8.5 6.5 12 13 4.5"/>',
  clock: '<circle cx="8" cy="8" r="5.5"/><path d="M8 4.5V8l2.5 1.5"/>',
  close: '<path d="m4 4 8 8m0-8-8 8"/>',
  columns: '<rect x="2.5" y="3" width="11" height="10" rx="1.5"/><path d="M6.2 3v10m3.6-10v10"/>',
  compare: '<path d="M5 13V3M2.5 5.5 5 3l2.5 2.5M11 3v10m-2.5-2.5L11 13l2.5-2.5"/>',
  copy: '<rect x="5.5" y="5.5" width="8" height="8" rx="1.5"/><path d="M10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2"/>',
  dockb: '<rect x="2.5" y="3" width="11" height="10" rx="1.5"/><path d="M2.5 9h11"/>',
  dockr: '<rect x="2.5" y="3" width="11" height="10" rx="1.5"/><path d="M9 3v10"/>',
  down: '<path d="m4 6 4 4 4-4"/>',
  download: '<path d="M8 2.5v8M4.5 7.5 8 11l3.5-3.5M3 13.5h10"/>',
  edit: '<path d="m3 13 .6-3L10.5 3 13 5.5l-7 7z"/>',
  external: '<path d="M9 3h4v4m0-4L7.5 8.5m3.5 1V13H3V5h3.5"/>',
  filter: '<path d="M2.5 4.5h11m-9 3.5h7m-5 3.5h3"/>',
  grip: '<g fill="currentColor" stroke="none"><circle cx="6" cy="4" r="1"/><circle cx="10" cy="4" r="1"/><circle cx="6" cy="8" r="1"/><circle cx="10" cy="8" r="1"/><circle cx="6" cy="12" r="1"/><circle cx="10" cy="12" r="1"/></g>',
  info: '<circle cx="8" cy="8" r="5.5"/><path d="M8 7.5V11m0-6v.01"/>',
  left: '<path d="M10 4 6 8l4 4"/>',
  link: '<path d="m6.5 9.5 3-3M7 4.5 8.5 3a2.8 2.8 0 0 1 4 4L11 8.5m-2 3L7.5 13a2.8 2.8 0 0 1-4-4L5 7.5"/>',
  lock: '<rect x="3.5" y="7" width="9" height="6.5" rx="1.5"/><path d="M5.5 7V5a2.5 2.5 0 0 1 5 0v2"/>',
  menu: '<path d="M2.5 4.5h11M2.5 8h11m-11 3.5h11"/>',
  more: '<g fill="currentColor" stroke="none"><circle cx="3.5" cy="8" r="1.3"/><circle cx="8" cy="8" r="1.3"/><circle cx="12.5" cy="8" r="1.3"/></g>',
  note: '<path d="M3 3h10v7l-3 3H3zM10 13v-3h3"/>',
  pause: '<path d="M5.5 3.5v9m5-9v9"/>',
  play: '<path d="M5 3.5v9L12.5 8z"/>',
  plus: '<path d="M8 3v10M3 8h10"/>',
  resend: '<path d="M13 8a5 5 0 1 1-1.5-3.6L13 6m0-3.5V6H9.5"/>',
  right: '<path d="m6 4 4 4-4 4"/>',
  rule: '<path d="M2.5 8h3l3-4h5m-8 4 3 4h5"/>',
  search: '<circle cx="7" cy="7" r="4.5"/><path d="M10.5 10.5 14 14"/>',
  star: '<path d="m8 2 1.8 3.8 4.2.5-3.1 2.8.9 4.1L8 11.1l-3.8 2.1.9-4.1L2 6.3l4.2-.5z"/>',
  terminal: '<rect x="2" y="3" width="12" height="10" rx="1.5"/><path d="m4.5 6 2 2-2 2M8 10h3.5"/>',
  theme: '<circle cx="8" cy="8" r="5"/><path d="M8 3a5 5 0 0 1 0 10z" fill="currentColor"/>',
  trash: '<path d="M3 4.5h10m-6.5 0v-2h3v2m-5 0 .5 9h6l.5-9"/>',
  user: '<circle cx="8" cy="5.5" r="2.5"/><path d="M3 13.5c.6-2.8 2.5-4 5-4s4.4 1.2 5 4"/>',
  warn: '<path d="M8 2.5 14 13H2zm0 4v3m0 2v.01"/>',
} as const satisfies Readonly<Record<string, string>>;

export type IconName = keyof typeof ICONS;

/** An icon as HTML. The element that contains it has the name. */
export function iconHtml(name: IconName): string {
  return `<svg class="i" aria-hidden="true"><use href="#i-${name}"></use></svg>`;
}

/**
 * The definitions of the icons that a page uses.
 * @param body the page as HTML
 * @param names further icons, which its script adds
 */
export function iconSprite(body: string, names: readonly IconName[] = []): string {
  const used = Object.entries(ICONS).filter(
    ([name]) => names.some((each) => each === name) || body.includes(`href="#i-${name}"`),
  );
  if (used.length === 0) return '';
  const symbols = used.map(
    ([name, content]) => `<symbol id="i-${name}" viewBox="0 0 16 16">${content}</symbol>`,
  );
  return `<svg width="0" height="0" hidden>${symbols.join('')}</svg>`;
}
