/** A colour in light and in dark. */
type Colour = readonly [light: string, dark: string];

/** The backgrounds of text: of the page, of raised blocks, of a row under the pointer, and of the selected row. */
export const BACKGROUNDS = {
  ground: ['#fff', '#14171a'],
  raised: ['#f4f6f8', '#1d2227'],
  hover: ['#eef1f4', '#232930'],
  selected: ['#fdf1f0', '#2a1d1c'],
} as const satisfies Readonly<Record<string, Colour>>;

/** The colours of text, with a contrast of 4.5 or more on each background. The colour is never the only sign. */
export const TEXT_COLOURS = {
  ink: ['#1b1f24', '#e6e8eb'],
  soft: ['#59636e', '#9aa4ae'],
  blue: ['#0b5cad', '#6cb6ff'],
  green: ['#1a6e35', '#4cc25f'],
  amber: ['#8a5300', '#e3b341'],
  violet: ['#7a3fd0', '#c297ff'],
  red: ['#b3261e', '#ff8a80'],
  teal: ['#0a6670', '#56d4dd'],
  pink: ['#a02c72', '#f59ad3'],
} as const satisfies Readonly<Record<string, Colour>>;

/** The borders of controls, with a contrast of 3 or more on each background (WCAG 1.4.11). */
export const BORDERS = { field: ['#767f89', '#737e89'] } as const satisfies Readonly<Record<string, Colour>>;

/** Lines between blocks, which carry no information; and text on a green button. */
export const OTHER_COLOURS = {
  line: ['#d5dae0', '#343b43'],
  'on-green': ['#fff', '#0d1117'],
} as const satisfies Readonly<Record<string, Colour>>;

/** All colours as custom properties. */
export const colourProperties = Object.entries({
  ...BACKGROUNDS,
  ...TEXT_COLOURS,
  ...BORDERS,
  ...OTHER_COLOURS,
})
  .map(([name, [light, dark]]) => `--${name}: light-dark(${light}, ${dark});`)
  .join(' ');
