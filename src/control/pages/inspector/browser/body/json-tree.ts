import { Component } from 'preact';
import { copyText } from '#control/pages/browser/clipboard.ts';
import { announce } from '#pages/browser/elements.ts';
import { button, iconButton } from '#pages/components/button.ts';
import { html, type Markup } from '#pages/html.ts';
import { formatCount } from '../../request-cells.ts';
import { indentJson, type JsonMember, type JsonNode } from './json-nodes.ts';

/** Arrays and objects with more members are shown in groups. */
const GROUP = 100;

/** Number of nodes up to which all are open at first. */
const MAX_OPEN = 200;

/** Number of characters of a text up to which all are visible at first. */
const MAX_TEXT = 300;

/** Number of nodes from which the tree has a search. */
const MIN_SEARCHED = 50;

/** Maximum number of places that a search finds. */
const MAX_FOUND = 1000;

/** Index of a member on each level. */
type Place = readonly number[];

interface TreeState {
  /** Whether the user, or the search, has opened or closed a node, by its place. */
  readonly toggled: ReadonlyMap<string, boolean>;
  readonly text: string;
  readonly places: readonly Place[];
  readonly current: number;
}

/** A value of JSON, of which only the open parts have elements; with a search if it is long. */
export class JsonTree extends Component<{ readonly node: JsonNode }, TreeState> {
  override state: TreeState = { toggled: new Map(), text: '', places: [], current: 0 };
  /** Levels that are open at first. */
  #openLevels = openLevelsOf(this.props.node);
  readonly #isLong = countNodes(this.props.node, MIN_SEARCHED) >= MIN_SEARCHED;
  #element: HTMLElement | null = null;

  override componentDidUpdate(_: unknown, { current, places }: TreeState): void {
    if (current !== this.state.current || places !== this.state.places)
      this.#element?.querySelector('.found')?.scrollIntoView({ block: 'nearest' });
  }

  override render(): Markup {
    const { node } = this.props;
    const setElement = (element: HTMLElement | null) => {
      this.#element = element;
    };
    return html`
      <div ref=${setElement}>
        ${this.#isLong && this.#search()}
        <div class="tree json">${this.#value({ key: '', value: node }, [], '$', false)}</div>
      </div>`;
  }

  #isOpen(place: string, level: number): boolean {
    return this.state.toggled.get(place) ?? level < this.#openLevels;
  }

  #toggle(place: string, isOpen: boolean, level: number): void {
    if (isOpen === this.#isOpen(place, level)) return;
    this.setState({ toggled: new Map([...this.state.toggled, [place, isOpen]]) });
  }

  #value({ key, value }: JsonMember, place: Place, path: string, isNamed: boolean): Markup {
    const { places, current } = this.state;
    const isFound = places[current]?.join() === place.join() && places.length > 0;
    const name =
      key === ''
        ? null
        : [html`<span class=${isNamed ? 'tk' : 'tp'}>${key}</span>`, html`<span class="tp">: </span>`];
    const isStructure = value.type === 'object' || value.type === 'array';
    if (isStructure && value.members.length > 0) return this.#members(value, place, path, name, isFound);
    const text = isStructure ? (value.type === 'object' ? '{}' : '[]') : value.raw;
    return html`
      <div class=${isFound ? 'leaf found' : 'leaf'} key=${place.join()}>${name}<span class=${TONES[value.type]}>${isFound ? text : this.#text(text, place)}</span></div>`;
  }

  /** A long text is folded: an image in Base64 would hide the members after it. */
  #text(text: string, place: Place): Markup | string {
    const at = place.join();
    const level = Number.POSITIVE_INFINITY;
    if (text.length <= MAX_TEXT || this.#isOpen(at, level)) return text;
    const open = () => this.#toggle(at, true, level);
    return html`${text.slice(0, MAX_TEXT)}… ${button(`Show all ${formatCount(text.length)} characters`, { type: 'button', kind: 'quiet', class: 'link', onClick: open })}`;
  }

  #members(node: JsonNode, place: Place, path: string, name: Markup[] | null, isFound: boolean): Markup {
    const { length } = node.members;
    const [open, close] = node.type === 'object' ? '{}' : '[]';
    const things = `${length} ${node.type === 'object' ? 'key' : 'item'}${length === 1 ? '' : 's'}`;
    const at = place.join();
    const starts =
      length <= GROUP ? [] : Array.from({ length: Math.ceil(length / GROUP) }, (_, n) => n * GROUP);
    return this.#fold(
      at,
      place.length,
      html`<summary class=${isFound ? 'found' : undefined}>${name}<span class="tp">${open}</span><span class="shut"> … ${close} ${things}</span></summary>`,
      () => html`
        ${valueActions(node, path)}
        <div>${length <= GROUP ? this.#range(node, place, path, 0, length) : starts.map((start) => this.#group(node, place, path, start))}</div>
        <span class="tp end">${close}</span>`,
    );
  }

  #group(node: JsonNode, place: Place, path: string, start: number): Markup {
    const end = Math.min(start + GROUP, node.members.length);
    const at = `${place.join()}:${start}`;
    // The first one is open where the array is.
    const level = start === 0 ? place.length + 1 : Number.POSITIVE_INFINITY;
    return this.#fold(
      at,
      level,
      html`<summary><span class="shut range">${start} – ${end - 1}</span></summary>`,
      () => html`<div>${this.#range(node, place, path, start, end)}</div>`,
    );
  }

  #fold(at: string, level: number, summary: Markup, content: () => Markup): Markup {
    const isOpen = this.#isOpen(at, level);
    return html`
      <details open=${isOpen} key=${at} onToggle=${({ currentTarget }: { currentTarget: HTMLDetailsElement }) => this.#toggle(at, currentTarget.open, level)}>
        ${summary}
        ${isOpen ? content() : null}
      </details>`;
  }

  #range(node: JsonNode, place: Place, path: string, start: number, end: number): Markup[] {
    return node.members
      .slice(start, end)
      .map((member, index) =>
        this.#value(member, [...place, start + index], `${path}[${member.key}]`, node.type === 'object'),
      );
  }

  #search(): Markup {
    const { text, places, current } = this.state;
    const count = places.length === MAX_FOUND ? `${MAX_FOUND} or more` : String(places.length);
    const status = text === '' ? '' : places.length === 0 ? 'none' : `${current + 1} of ${count}`;
    const find = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      const { value } = currentTarget;
      const found = value === '' ? [] : findPlaces(this.props.node, value);
      this.setState({ text: value, places: found });
      this.#go(found, 0);
    };
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      this.#go(places, current + (event.shiftKey ? -1 : 1));
    };
    return html`
      <p class="search"><input class="in" type="search" placeholder="Search" aria-label="Search in the JSON" value=${text} onInput=${find} onKeyDown=${press} />${iconButton('left', 'Previous place', { isSmall: true, onClick: () => this.#go(places, current - 1) })}${iconButton('right', 'Next place', { isSmall: true, onClick: () => this.#go(places, current + 1) })}<span class="soft" role="status">${status}</span></p>`;
  }

  /** Opens the tree at a place. */
  #go(places: readonly Place[], index: number): void {
    if (places.length === 0) return;
    const current = (index + places.length) % places.length;
    const toggled = new Map(this.state.toggled);
    const place = places[current] ?? [];
    for (const [level, member] of place.entries()) {
      const parent = place.slice(0, level).join();
      toggled.set(parent, true);
      toggled.set(`${parent}:${member - (member % GROUP)}`, true);
    }
    this.setState({ current, toggled });
  }
}

const TONES: Readonly<Record<JsonNode['type'], string>> = {
  object: 'tp',
  array: 'tp',
  string: 'ts',
  number: 'tn',
  literal: 'tw',
};

/** The number of nodes, counted up to a maximum. */
function countNodes(node: JsonNode, max: number): number {
  let count = 1;
  for (const { value } of node.members) {
    if (count >= max) break;
    count += countNodes(value, max - count);
  }
  return count;
}

/** The number of levels whose nodes are few enough to be open. The first level always is. */
function openLevelsOf(node: JsonNode): number {
  let [level, count, nodes] = [0, 1, [node]];
  while (nodes.length > 0) {
    nodes = nodes.flatMap(({ members }) => members.slice(0, GROUP).map(({ value }) => value));
    count += nodes.length;
    if (level > 0 && count > MAX_OPEN) return level;
    level++;
  }
  return level;
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

function valueActions(node: JsonNode, path: string): Markup {
  const copy = async (text: string, message: string) => {
    if (await copyText(text)) announce(message);
  };
  return html`
    <span class="actions">${iconButton('copy', `Copy the value of ${path}`, { isSmall: true, onClick: () => copy(indentJson(node), `The value of ${path} is copied.`) })}${iconButton('link', `Copy the path ${path}`, { isSmall: true, onClick: () => copy(path, `${path} is copied.`) })}</span>`;
}
