import { html, type Markup } from '../html.ts';
import type { IconName } from '../icons.ts';
import { icon } from './icon.ts';

interface ButtonOptions {
  /** `primary` is for one button of a view; `delete` confirms in a dialog what cannot be undone. */
  readonly kind?: 'primary' | 'quiet' | 'danger' | 'delete' | undefined;
  /** 28 pixels high in place of 32. */
  readonly isSmall?: boolean;
  /** Whether the button is as wide as its form. */
  readonly isWide?: boolean;
  /** Before the label. */
  readonly icon?: IconName;
  /** Further classes. */
  readonly class?: string | undefined;
  /** In browsers. */
  readonly onClick?: () => unknown;
  readonly [attribute: string]: string | boolean | (() => unknown) | undefined;
}

/** A button with a label. */
export function button(label: Markup | string, options: ButtonOptions = {}): Markup {
  const [classes, picture, rest] = lookOf(options);
  return html`<button class=${classes} ...${rest}>${picture}${label}</button>`;
}

/** A link that looks like a button. */
export function buttonLink(label: Markup | string, href: string, options: ButtonOptions = {}): Markup {
  const [classes, picture, rest] = lookOf(options);
  return html`<a class=${classes} ...${rest} href=${href}>${picture}${label}</a>`;
}

/** A quiet square button with an icon, whose name is also its title. */
export function iconButton(name: IconName, label: string, options: ButtonOptions = {}): Markup {
  const { kind = 'quiet', class: more, ...rest } = options;
  const [classes, , attributes] = lookOf({
    ...rest,
    kind,
    class: more === undefined ? 'icon' : `icon ${more}`,
  });
  return html`<button type="button" class=${classes} aria-label=${label} title=${label} ...${attributes}>${icon(name)}</button>`;
}

/** A button joined to the menu of its other forms. */
export function joinedButton(main: Markup, menu: Markup): Markup {
  return html`<span class="joined">${main}${menu}</span>`;
}

/** The classes of a button, as `lookOf` makes them from its options. */
export function buttonClass({ kind, isSmall, isWide, class: more }: ButtonOptions = {}): string {
  const look = kind === 'delete' ? 'danger fill' : kind;
  return ['btn', look, isSmall ? 'sm' : undefined, isWide ? 'wide' : undefined, more]
    .filter(Boolean)
    .join(' ');
}

function lookOf(options: ButtonOptions): [classes: string, picture: Markup | null, rest: object] {
  const { kind, isSmall, isWide, icon: name, class: more, ...rest } = options;
  return [buttonClass(options), name === undefined ? null : icon(name), rest];
}
