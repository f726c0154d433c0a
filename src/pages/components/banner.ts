import { html, type Markup } from '../html.ts';
import type { IconName } from '../icons.ts';
import { icon } from './icon.ts';

const ICON_OF = { info: 'info', warn: 'warn', bad: 'warn', good: 'check' } as const satisfies Readonly<
  Record<string, IconName>
>;

interface BannerOptions {
  /** Buttons at the end. */
  readonly actions?: Markup;
  readonly [attribute: string]: string | boolean | Markup | undefined;
}

/** A notice in the page, which screen readers announce; at once if it is about something bad. */
export function banner(
  kind: keyof typeof ICON_OF,
  content: Markup | string,
  { actions, ...rest }: BannerOptions = {},
): Markup {
  return html`
    <div class=${`banner ${kind}`} ...${rest}>${icon(ICON_OF[kind])}<div role=${kind === 'bad' ? 'alert' : 'status'}>${content}</div>${actions === undefined ? null : html`<div class="end">${actions}</div>`}</div>`;
}

/** The result of a completed action. */
export function notice(text: string): Markup {
  return banner('good', text);
}

/** The reason why input is rejected; nothing when there is none. */
export function alert(problem: string | undefined): Markup | null {
  return problem === undefined ? null : banner('bad', problem);
}
