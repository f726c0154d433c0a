import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  COLOURS,
  CONTROLS,
  type Colour,
  FILLS,
  INKS,
  OTHER_COLOURS,
  SURFACES,
  TINTS,
  tokenStylesheet,
} from './tokens.ts';

/** The relative luminance of an sRGB colour (WCAG 2.2). */
function luminanceOf(colour: string): number {
  const digits =
    colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit).join('') : colour.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((start) => {
    const part = Number.parseInt(digits.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The pairs of colours whose contrast is less than the minimum, in either scheme. */
function weakPairs(
  texts: Readonly<Record<string, Colour>>,
  grounds: Readonly<Record<string, Colour>>,
  minimum: number,
): string[] {
  return ['light', 'dark'].flatMap((scheme, index) =>
    Object.entries(texts).flatMap(([text, colour]) =>
      Object.entries(grounds)
        .map(([ground, other]) => ({
          name: `${text} on ${ground}, ${scheme}`,
          contrast: contrastOf(colour[index] ?? '', other[index] ?? ''),
        }))
        .filter(({ contrast }) => contrast < minimum)
        .map(({ name, contrast }) => `${name}: ${contrast.toFixed(2)}`),
    ),
  );
}

describe('the colours of the pages', () => {
  it('of text have a contrast of 4.5 or more on every surface', () => {
    assert.deepEqual(weakPairs(INKS, SURFACES, 4.5), []);
  });

  it('of a hue have a contrast of 4.5 or more on its tint, and so has the ink on every tint', () => {
    const { ink } = INKS;
    assert.deepEqual(weakPairs({ ink }, TINTS, 4.5), []);
    for (const [name, tint] of Object.entries(TINTS)) {
      const hue = name.slice(0, -2);
      assert.deepEqual(weakPairs({ [hue]: COLOURS[hue] ?? ['', ''] }, { [name]: tint }, 4.5), []);
    }
    assert.deepEqual(weakPairs({ danger: INKS.danger }, { 'red-t': TINTS['red-t'] }, 4.5), []);
  });

  it('of text on a fill, and on a toast, have a contrast of 4.5 or more', () => {
    const { 'on-fill': onFill, brand, 'toast-bg': toast } = OTHER_COLOURS;
    assert.deepEqual(weakPairs({ 'on-fill': onFill }, { ...FILLS, brand }, 4.5), []);
    const { 'toast-ink': ink, 'toast-accent': accent } = OTHER_COLOURS;
    assert.deepEqual(weakPairs({ ink, accent }, { toast }, 4.5), []);
  });

  it('of a selected segment have a contrast of 4.5 or more', () => {
    assert.deepEqual(weakPairs({ ink: INKS.ink }, { segment: OTHER_COLOURS.segment }, 4.5), []);
  });

  it('of the borders of controls, and of waiting parts, have a contrast of 3 or more on the page and its bars', () => {
    const { bg, 'surface-1': bar, 'surface-2': hover } = SURFACES;
    assert.deepEqual(weakPairs(CONTROLS, { bg, bar, hover }, 3), []);
    assert.deepEqual(
      weakPairs({ wait: OTHER_COLOURS.wait }, { bg, bar, selected: SURFACES.selected }, 3),
      [],
    );
  });

  it('are custom properties with a value for each scheme', () => {
    assert.match(tokenStylesheet, /--ink: light-dark\(#15181c, #e9ebee\);/);
    assert.match(tokenStylesheet, /--on-fill: #fff;/);
  });

  it('have the contrast that WCAG computes', () => {
    assert.equal(contrastOf('#000', '#ffffff'), 21);
    assert.equal(contrastOf('#767676', '#fff').toFixed(2), '4.54');
  });
});
