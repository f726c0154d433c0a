import { html, type Markup } from '../html.ts';

export interface Segment {
  readonly value: string;
  readonly label: string;
  /** A figure after the label. */
  readonly count?: string | number | undefined;
}

interface SegmentedOptions {
  /** The name of the radio buttons. */
  readonly name: string;
  /** What is chosen; screen readers read it. */
  readonly legend: string;
  readonly segments: readonly Segment[];
  readonly value: string;
  /** Whether it is a choice within another one, and has no ground. */
  readonly isBare?: boolean;
  /** Whether a script enables it, so that a form without the script has no value of it. */
  readonly isDisabled?: boolean;
  /** In browsers. */
  readonly onChange?: (value: string) => void;
}

/** A choice of one of a few, as radio buttons: arrow keys and the form work without a script. */
export function segmentedControl({
  name,
  legend,
  segments,
  value,
  isBare,
  isDisabled = false,
  onChange,
}: SegmentedOptions): Markup {
  return html`
    <fieldset class=${isBare ? 'seg bare' : 'seg'} disabled=${isDisabled}><legend class="vh">${legend}</legend>${segments.map(
      (segment) =>
        html`<label><input type="radio" name=${name} value=${segment.value} checked=${segment.value === value} onChange=${onChange && (() => onChange(segment.value))} />${segment.label}${countOf(segment)}</label>`,
    )}</fieldset>`;
}

interface View {
  readonly href: string;
  readonly label: string;
  readonly count?: string | undefined;
  readonly isCurrent: boolean;
}

/** The views of a thing, as links. */
export function viewLinks(label: string, views: readonly View[]): Markup {
  return html`
    <nav class="seg" aria-label=${label}>${views.map(
      (view) =>
        html`<a href=${view.href} aria-current=${view.isCurrent ? 'page' : undefined}>${view.label}${countOf(view)}</a>`,
    )}</nav>`;
}

function countOf({ count }: Pick<Segment, 'count'>): Markup | null {
  return count === undefined ? null : html` <small>${count}</small>`;
}
