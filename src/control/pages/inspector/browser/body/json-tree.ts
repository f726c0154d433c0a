import { copyText } from '#control/pages/browser/clipboard.ts';
import { button, el } from '#pages/browser/dom.ts';
import { announce } from '#pages/browser/elements.ts';
import { indentJson, type JsonMember, type JsonNode } from './json-nodes.ts';
import { jsonSearch } from './json-search.ts';
import type { JsonView } from './json-view.ts';

/** Arrays and objects with more members are shown in groups. */
const GROUP = 100;

/** Levels that are open at first. */
const OPEN_LEVELS = 3;

/** A value of JSON, of which only the open parts have elements; with a search. */
export function jsonTree(node: JsonNode): HTMLElement {
  const view = valueView({ key: '', value: node }, '$', 0, false);
  const tree = el('div', { class: 'json' }, view.element);
  return node.members.length === 0 ? tree : el('div', {}, jsonSearch(node, view), tree);
}

function valueView({ key, value }: JsonMember, path: string, level: number, isNamed: boolean): JsonView {
  const name = key === '' ? null : el('span', { class: isNamed ? 'key' : 'soft' }, key);
  const separator = name ? ': ' : null;
  if (value.type === 'object' || value.type === 'array')
    return new Members(value, path, level, [name, separator]);
  const element = el('div', { class: 'leaf' }, name, separator, el('span', { class: value.type }, value.raw));
  return { element, child: () => undefined };
}

/** An array or an object, whose members get elements when it is opened. */
class Members implements JsonView {
  readonly element: HTMLDetailsElement;
  readonly #content = el('div', {});
  readonly #node: JsonNode;
  readonly #path: string;
  readonly #level: number;
  readonly #views: (JsonView | undefined)[] = [];
  readonly #groups: HTMLDetailsElement[] = [];

  constructor(node: JsonNode, path: string, level: number, label: readonly (HTMLElement | string | null)[]) {
    this.#node = node;
    this.#path = path;
    this.#level = level;
    const { length } = node.members;
    const [open, close] = node.type === 'object' ? '{}' : '[]';
    this.element = el(
      'details',
      { open: level < OPEN_LEVELS && length <= GROUP },
      el('summary', {}, label, `${open} ${length} ${close} `),
      this.#content,
    );
    this.element.addEventListener('toggle', () => this.#fill());
    this.#fill();
  }

  child(index: number): JsonView | undefined {
    this.element.open = true;
    this.#fill();
    const group = Math.floor(index / GROUP);
    const details = this.#groups[group];
    if (details) {
      details.open = true;
      this.#fillGroup(details, group);
    }
    return this.#views[index];
  }

  #fill(): void {
    if (!this.element.open || this.#content.hasChildNodes()) return;
    const { length } = this.#node.members;
    this.#content.append(actions(this.#node, this.#path));
    if (length <= GROUP) this.#content.append(...this.#show(0, length));
    else for (let start = 0; start < length; start += GROUP) this.#content.append(this.#group(start, length));
  }

  #group(start: number, length: number): HTMLDetailsElement {
    const end = Math.min(start + GROUP, length);
    const details = el('details', {}, el('summary', {}, `${start} – ${end - 1}`));
    details.addEventListener('toggle', () => {
      if (details.open) this.#fillGroup(details, start / GROUP);
    });
    this.#groups.push(details);
    return details;
  }

  #fillGroup(details: HTMLDetailsElement, group: number): void {
    if (details.childElementCount > 1) return;
    const start = group * GROUP;
    details.append(...this.#show(start, Math.min(start + GROUP, this.#node.members.length)));
  }

  #show(start: number, end: number): HTMLElement[] {
    return this.#node.members.slice(start, end).map((member, index) => {
      const path = `${this.#path}[${member.key}]`;
      const view = valueView(member, path, this.#level + 1, this.#node.type === 'object');
      this.#views[start + index] = view;
      return view.element;
    });
  }
}

function actions(node: JsonNode, path: string): HTMLElement {
  const copy = button(
    'Copy',
    async () => {
      if (await copyText(indentJson(node))) announce(`The value of ${path} is copied.`);
    },
    { class: 'sm', 'aria-label': `Copy the value of ${path}` },
  );
  const copyPath = button(
    'Path',
    async () => {
      if (await copyText(path)) announce(`${path} is copied.`);
    },
    { class: 'sm', 'aria-label': `Copy the path ${path}` },
  );
  return el('span', { class: 'actions' }, copy, copyPath);
}
