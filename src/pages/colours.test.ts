import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BACKGROUNDS, BORDERS, colourProperties, OTHER_COLOURS, TEXT_COLOURS } from './colours.ts';

const SCHEMES = ['light', 'dark'] as const;

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

describe('the colours of the pages', () => {
  for (const [index, scheme] of SCHEMES.entries()) {
    for (const [colours, minimum] of [
      [TEXT_COLOURS, 4.5],
      [BORDERS, 3],
    ] as const) {
      it(`have a contrast of ${minimum} or more on every background: ${Object.keys(colours)}, ${scheme}`, () => {
        for (const [name, pair] of Object.entries(colours))
          for (const [background, ground] of Object.entries(BACKGROUNDS)) {
            const contrast = contrastOf(pair[index] ?? '', ground[index] ?? '');
            assert.ok(contrast >= minimum, `${name} on ${background}, ${scheme}: ${contrast.toFixed(2)}`);
          }
      });
    }

    it(`have a contrast of 4.5 or more for text on a green button, ${scheme}`, () => {
      const contrast = contrastOf(OTHER_COLOURS['on-green'][index] ?? '', TEXT_COLOURS.green[index] ?? '');
      assert.ok(contrast >= 4.5, contrast.toFixed(2));
    });
  }

  it('are custom properties with a value for each scheme', () => {
    assert.match(colourProperties, /--ink: light-dark\(#1b1f24, #e6e8eb\);/);
    assert.match(colourProperties, /--on-green: light-dark\(#fff, #0d1117\);$/);
  });

  it('have the contrast that WCAG computes', () => {
    assert.equal(contrastOf('#000', '#ffffff'), 21);
    assert.equal(contrastOf('#767676', '#fff').toFixed(2), '4.54');
  });
});
