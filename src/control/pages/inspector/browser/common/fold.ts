import { el } from '#pages/browser/dom.ts';
import type { FoldName, PreferenceStore } from './preferences.ts';

/** The sections that the user has closed. */
export type Folds = Pick<PreferenceStore, 'current' | 'change'>;

/** A section of the detail that the user can close. It is then closed for each request. */
export function fold(
  folds: Folds,
  name: FoldName,
  heading: HTMLHeadingElement,
  ...content: readonly HTMLElement[]
): HTMLDetailsElement {
  const isClosed = () => folds.current.folds.includes(name);
  const section = el('details', { class: 'fold', open: !isClosed() }, el('summary', {}, heading), content);
  section.addEventListener('toggle', () => {
    if (section.open !== isClosed()) return;
    const others = folds.current.folds.filter((each) => each !== name);
    folds.change({ folds: section.open ? others : [...others, name] });
  });
  return section;
}
