type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Fills in the parameter fields of the panel from its URL. A URL of another path leaves the path parameters empty. */
export function readParameters(panel: HTMLFormElement): void {
  const { segments, query } = split(panel);
  for (const control of controlsOf(panel)) {
    const { in: place, parameter = '', list } = control.dataset;
    const values = query.filter(([name]) => name === parameter).map(([, value]) => value);
    if (place === 'path') control.value = decode(segments?.get(parameter) ?? '');
    else control.value = list === undefined ? (values[0] ?? '') : values.join('\n');
  }
  updateNotes(panel);
}

/** Writes a changed parameter to the URL of the panel. The other parts of the URL stay as they are. */
export function writeParameter(panel: HTMLFormElement, control: Control): void {
  const { path, segments, query, rest } = split(panel);
  const { in: place, parameter = '', list } = control.dataset;
  let newPath = path;
  let newQuery = query;
  if (place === 'path' && segments) {
    const isRest = isRestOf(panel.dataset.template, parameter);
    segments.set(parameter, isRest ? encodeURI(control.value) : encodeURIComponent(control.value));
    newPath = fillTemplate(panel.dataset.template ?? '', segments);
  }
  if (place === 'query') {
    const values =
      control.value === '' ? [] : list === undefined ? [control.value] : control.value.split('\n');
    const first = query.findIndex(([name]) => name === parameter);
    newQuery = query.filter(([name]) => name !== parameter);
    const added = values.map((value): Pair => [parameter, value, `${encode(parameter)}=${encode(value)}`]);
    newQuery.splice(first < 0 ? newQuery.length : first, 0, ...added);
  }
  const text = newQuery.map(([, , raw]) => raw).join('&');
  pathField(panel).value = newPath + (text === '' ? '' : `?${text}`) + rest;
  updateNotes(panel);
}

export function isParameter(target: EventTarget | null): target is Control {
  return target instanceof HTMLElement && target.dataset.parameter !== undefined;
}

function controlsOf(panel: HTMLFormElement): Control[] {
  return [...panel.querySelectorAll<Control>('[data-parameter]')];
}

/** Describes values that violate the schema. They can be sent nevertheless, to see the error. */
function updateNotes(panel: HTMLFormElement): void {
  for (const control of controlsOf(panel)) {
    if (control.validationMessage === '') control.removeAttribute('aria-invalid');
    else control.setAttribute('aria-invalid', 'true');
    control.title = control.validationMessage;
  }
}

type Pair = readonly [name: string, value: string, raw: string];

function split(panel: HTMLFormElement) {
  const [, path = '', text = '', rest = ''] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(pathField(panel).value) ?? [];
  const query = text.split('&').filter(Boolean).map(parsePair);
  return { path, segments: matchTemplate(panel.dataset.template ?? '', path), query, rest };
}

function parsePair(raw: string): Pair {
  const [name = '', ...value] = raw.split('=');
  return [decode(name), decode(value.join('=')), raw];
}

/** The segments of the path by the names of the template, as they are; undefined where the path does not match. */
function matchTemplate(template: string, path: string): Map<string, string> | undefined {
  const given = path.split('/');
  const expected = template.split('/');
  const found = new Map<string, string>();
  for (const [index, segment] of expected.entries()) {
    const value = given[index];
    if (value === undefined) return undefined;
    if (segment.endsWith('+}')) return found.set(segment.slice(1, -2), given.slice(index).join('/'));
    if (segment.startsWith('{')) found.set(segment.slice(1, -1), value);
    else if (segment !== value) return undefined;
  }
  return given.length === expected.length ? found : undefined;
}

/** `{name+}` stands for all further segments. */
function isRestOf(template: string | undefined, name: string): boolean {
  return template?.endsWith(`{${name}+}`) === true;
}

function fillTemplate(template: string, values: ReadonlyMap<string, string>): string {
  const nameOf = (segment: string) => segment.slice(1, segment.endsWith('+}') ? -2 : -1);
  return template
    .split('/')
    .map((segment) => (segment.startsWith('{') ? (values.get(nameOf(segment)) ?? '') : segment))
    .join('/');
}

function pathField(panel: HTMLFormElement): HTMLInputElement {
  const field = panel.elements.namedItem('path');
  if (field instanceof HTMLInputElement) return field;
  throw new TypeError('The panel has no field for the path');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+');
}
