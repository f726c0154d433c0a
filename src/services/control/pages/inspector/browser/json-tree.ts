import { button, el } from '../../../../../http/pages/browser/dom.ts';
import { announce } from '../../../../../http/pages/browser/elements.ts';
import { copyText } from '../../browser/clipboard.ts';
import { indentJson, type JsonMember, type JsonNode } from './json-nodes.ts';

/** Arrays and objects with more members are shown in groups. */
const GROUP = 100;

/** Levels that are open at first. */
const OPEN_LEVELS = 3;

/** A value of JSON, of which only the open parts have elements. */
export function jsonTree(node: JsonNode): HTMLElement {
  return el('div', { class: 'json' }, valueView({ key: '', value: node }, '$', 0, false));
}

function valueView({ key, value }: JsonMember, path: string, level: number, isNamed: boolean): HTMLElement {
  const name = key === '' ? null : el('span', { class: isNamed ? 'key' : 'soft' }, key);
  const separator = name ? ': ' : null;
  if (value.type !== 'object' && value.type !== 'array')
    return el('div', { class: 'leaf' }, name, separator, el('span', { class: value.type }, value.raw));
  const { length } = value.members;
  const [open, close] = value.type === 'object' ? '{}' : '[]';
  const details = el(
    'details',
    { open: level < OPEN_LEVELS && length <= GROUP },
    el('summary', {}, name, separator, `${open} ${length} ${close} `),
  );
  const content = el('div', {});
  const fill = () => {
    if (details.open && !content.hasChildNodes()) content.append(...memberViews(value, path, level));
  };
  details.addEventListener('toggle', fill);
  details.append(content);
  fill();
  return details;
}

function memberViews(node: JsonNode, path: string, level: number): HTMLElement[] {
  const isNamed = node.type === 'object';
  const copy = button(
    'Copy',
    async () => {
      if (await copyText(indentJson(node))) announce(`The value of ${path} is copied.`);
    },
    { class: 'small', 'aria-label': `Copy the value of ${path}` },
  );
  const copyPath = button(
    'Path',
    async () => {
      if (await copyText(path)) announce(`${path} is copied.`);
    },
    { class: 'small', 'aria-label': `Copy the path ${path}` },
  );
  const view = (member: JsonMember) =>
    valueView(member, isNamed ? `${path}[${member.key}]` : `${path}[${member.key}]`, level + 1, isNamed);
  const actions = el('span', { class: 'actions' }, copy, copyPath);
  if (node.members.length <= GROUP) return [actions, ...node.members.map(view)];
  const groups: HTMLElement[] = [];
  for (let start = 0; start < node.members.length; start += GROUP) {
    const members = node.members.slice(start, start + GROUP);
    const group = el('details', {}, el('summary', {}, `${start} – ${start + members.length - 1}`));
    group.addEventListener('toggle', () => {
      if (group.open && group.childElementCount === 1) group.append(...members.map(view));
    });
    groups.push(group);
  }
  return [actions, ...groups];
}
