import { button, el } from '#pages/browser/dom.ts';
import type { JsonNode } from './json-nodes.ts';
import type { JsonView } from './json-view.ts';

/** Maximum number of places that a search finds. */
const MAX_FOUND = 1000;

/** Index of a member on each level. */
type Place = readonly number[];

/** A field that finds names and values, and opens the tree at them. */
export function jsonSearch(node: JsonNode, view: JsonView): HTMLElement {
  const input = el('input', {
    class: 'in',
    type: 'search',
    placeholder: 'Search',
    'aria-label': 'Search in the JSON',
  });
  const status = el('span', { class: 'soft', role: 'status' });
  let [places, current, found]: [Place[], number, HTMLElement | undefined] = [[], -1, undefined];
  const show = (step: number) => {
    found?.classList.remove('found');
    if (places.length === 0) return;
    current = (current + step + places.length) % places.length;
    found = viewAt(view, places[current] ?? [])?.element;
    found?.classList.add('found');
    found?.scrollIntoView({ block: 'nearest' });
    const more = places.length === MAX_FOUND ? ' or more' : '';
    status.textContent = `${current + 1} of ${places.length}${more}`;
  };
  const previous = button('‹', () => show(-1), { 'aria-label': 'Previous place', class: 'sm' });
  const next = button('›', () => show(1), { 'aria-label': 'Next place', class: 'sm' });
  input.addEventListener('input', () => {
    places = input.value === '' ? [] : findPlaces(node, input.value);
    current = -1;
    status.textContent = input.value === '' || places.length > 0 ? '' : 'none';
    show(1);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    show(event.shiftKey ? -1 : 1);
  });
  return el('p', { class: 'toolbar search' }, input, previous, next, status);
}

/** The places whose name or text contains the text, in any case. */
function findPlaces(node: JsonNode, text: string): Place[] {
  const lowerCase = text.toLowerCase();
  const places: Place[] = [];
  const visit = (each: JsonNode, place: Place) => {
    for (const [index, { key, value }] of each.members.entries()) {
      if (places.length === MAX_FOUND) return;
      const inner = [...place, index];
      const isNamed = each.type === 'object' && key.toLowerCase().includes(lowerCase);
      if (isNamed || value.raw.toLowerCase().includes(lowerCase)) places.push(inner);
      visit(value, inner);
    }
  };
  visit(node, []);
  return places;
}

function viewAt(view: JsonView, place: Place): JsonView | undefined {
  let current: JsonView | undefined = view;
  for (const index of place) current = current?.child(index);
  return current;
}
