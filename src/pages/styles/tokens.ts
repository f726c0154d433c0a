/** A colour in light and in dark. */
export type Colour = readonly [light: string, dark: string];

type Colours = Readonly<Record<string, Colour>>;

/**
 * What text stands on: the page; bars, code and tiles; what the pointer is on; what is pressed; what is selected; and menus,
 * dialogs and notices above the page.
 */
export const SURFACES = {
  bg: ['#fff', '#111316'],
  'surface-1': ['#f6f7f9', '#181b1f'],
  'surface-2': ['#eef0f3', '#20242a'],
  'surface-3': ['#e3e6eb', '#2b3138'],
  selected: ['#e8f1fd', '#14263f'],
  overlay: ['#fff', '#1d2126'],
} as const satisfies Colours;

/** The colours of text, with a contrast of 4.5 or more on each surface. The colour is never the only sign. */
export const INKS = {
  ink: ['#15181c', '#e9ebee'],
  'ink-2': ['#535c67', '#a3acb7'],
  accent: ['#0a5bc4', '#7ab7ff'],
  danger: ['#b3221a', '#ff8d83'],
  green: ['#0d6b4a', '#4fcb9b'],
  blue: ['#0a5bc4', '#7ab7ff'],
  amber: ['#925700', '#f0bb58'],
  red: ['#a5161b', '#ff8078'],
  violet: ['#6a3fc4', '#bda2ff'],
  pink: ['#a01c6c', '#f793d0'],
  teal: ['#0b6472', '#5bcfdd'],
} as const satisfies Colours;

/** The surfaces of pills and banners. The text on them is the ink, or the colour of the same name. */
export const TINTS = {
  'green-t': ['#e3f4ec', '#12291f'],
  'blue-t': ['#e8f1fd', '#14263f'],
  'amber-t': ['#fcf0dc', '#2e2412'],
  'red-t': ['#fdeceb', '#341c1b'],
  'violet-t': ['#f1ecfc', '#251d3a'],
  'pink-t': ['#fceaf4', '#331a2a'],
} as const satisfies Colours;

/** The surfaces of a primary button, of one under the pointer, and of a button that deletes. Their text is `on-fill`. */
export const FILLS = {
  'accent-fill': ['#0a5bc4', '#2d6fd6'],
  'accent-fill-2': ['#084a9f', '#2563c4'],
  'danger-fill': ['#b3221a', '#c23a30'],
} as const satisfies Colours;

/** The borders of fields, boxes and switches, with a contrast of 3 or more on the page and its bars (WCAG 1.4.11). */
export const CONTROLS = { control: ['#79828d', '#7d8793'] } as const satisfies Colours;

/** Lines between blocks, which carry no information; the text on a fill; and the part of a bar in which a request waits. */
export const OTHER_COLOURS = {
  line: ['#e4e7eb', '#272c32'],
  'line-2': ['#d2d7dd', '#3a4149'],
  'on-fill': ['#fff', '#fff'],
  brand: ['#c3281d', '#c3281d'],
  wait: ['#79838f', '#757f8b'],
  disabled: ['#858e98', '#737d88'],
  segment: ['#fff', '#3a414a'],
  'toast-bg': ['#1d2126', '#e9ebee'],
  'toast-ink': ['#f1f3f5', '#15181c'],
  'toast-accent': ['#8fc1ff', '#0a5bc4'],
} as const satisfies Colours;

/** The colours of the pages. */
export const COLOURS: Colours = { ...SURFACES, ...INKS, ...TINTS, ...FILLS, ...CONTROLS, ...OTHER_COLOURS };

const colourProperties = Object.entries(COLOURS)
  .map(([name, [light, dark]]) => `--${name}: ${light === dark ? light : `light-dark(${light}, ${dark})`};`)
  .join(' ');

/**
 * The names of colours, space, radius, heights, type and motion, which all stylesheets use. A font is never that of the system:
 * on Linux it is often DejaVu Sans, which is much wider. Printed pages are light.
 */
export const tokenStylesheet = `
:root { color-scheme: light dark; ${colourProperties}
  --1: 4px; --2: 8px; --3: 12px; --4: 16px; --5: 24px; --6: 32px; --7: 48px; --8: 64px;
  --r1: 4px; --r2: 6px; --r3: 10px;
  --h: 32px; --h-s: 28px; --row: 28px; --top: 48px; --gutter: 24px; --page: 1200px; --article: 46rem;
  --shadow: 0 0 0 1px light-dark(rgb(15 23 42 / 8%), rgb(255 255 255 / 9%)), 0 8px 28px light-dark(rgb(15 23 42 / 16%), rgb(0 0 0 / 55%));
  --raise: 0 1px 2px light-dark(rgb(15 23 42 / 10%), rgb(0 0 0 / 40%));
  --sans: "SF Pro Text", "Segoe UI Variable Text", "Segoe UI", Inter, Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif;
  --mono-f: "SF Mono", "Cascadia Mono", "JetBrains Mono", "Roboto Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --t-12: 400 0.75rem/1rem var(--sans); --t-13: 400 0.8125rem/1.25rem var(--sans); --t-14: 400 0.875rem/1.25rem var(--sans);
  --t-16: 400 1rem/1.625rem var(--sans); --t-c: 500 0.8125rem/1.25rem var(--sans);
  --t-h3: 600 0.9375rem/1.25rem var(--sans); --t-h2: 600 1.1875rem/1.75rem var(--sans); --t-h1: 600 1.625rem/2.125rem var(--sans);
  --m-12: 400 0.75rem/1.25rem var(--mono-f); --m-13: 400 0.8125rem/1.25rem var(--mono-f);
  --fast: 120ms cubic-bezier(0.2, 0, 0.2, 1); }
@media not print { [data-theme="light"] { color-scheme: light; } [data-theme="dark"] { color-scheme: dark; } }
@media (max-width: 719px) { :root { --gutter: 16px; --row: 57px; } }
`;
