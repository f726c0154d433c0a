import { baseStyle } from './base.ts';
import { buttonStyle } from './buttons.ts';
import { fieldStyle } from './fields.ts';
import { labelStyle } from './labels.ts';
import { mediaStyle } from './media.ts';
import { noticeStyle } from './notices.ts';
import { overlayStyle } from './overlays.ts';
import { shellStyle } from './shell.ts';
import { tableStyle } from './tables.ts';
import { tokenStylesheet } from './tokens.ts';

/** The parts that every page has. */
const COMMON = [buttonStyle, fieldStyle, labelStyle, noticeStyle, overlayStyle, tableStyle, shellStyle];

/**
 * The style of a page, in cascade layers: whatever their selectors, rules of the page precede those of its parts, and the settings
 * of the system precede both.
 * @param page the rules of its own elements
 * @param parts the styles of further parts, such as `codeStyle`
 */
export function pageStylesheet(page = '', ...parts: readonly string[]): string {
  return [
    '@layer tokens, base, parts, pages, media;',
    layer('tokens', tokenStylesheet),
    layer('base', baseStyle),
    layer('parts', [...COMMON, ...parts].join('')),
    page === '' ? '' : layer('pages', page),
    layer('media', mediaStyle),
  ].join('\n');
}

function layer(name: string, rules: string): string {
  return `@layer ${name} {${rules}}`;
}
