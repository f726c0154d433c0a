import { el, table } from '#pages/browser/dom.ts';
import type { Exchange } from '../../entry.ts';
import { type Folds, fold } from '../common/fold.ts';
import type { FoldName } from '../common/preferences.ts';

/** Tables of the query and of the cookies of a request, decoded and, where it differs, as sent. */
export function parameterTables({ target, headers }: Exchange['request'], folds: Folds): HTMLElement[] {
  const query = target.includes('?') ? target.slice(target.indexOf('?') + 1) : '';
  const parameters = query.split('&').filter(Boolean).map(parsePair);
  const cookies = headers
    .filter(([name = '']) => name.toLowerCase() === 'cookie')
    .flatMap(([, value = '']) => value.split(/; */))
    .filter(Boolean)
    .map(parsePair);
  return [
    ...pairTable(folds, 'query', 'Query', parameters, (text) => decode(text.replaceAll('+', ' '))),
    ...pairTable(folds, 'cookies', 'Cookies', cookies, (text) => text),
  ];
}

function pairTable(
  folds: Folds,
  name: FoldName,
  caption: string,
  pairs: readonly (readonly [name: string, value: string])[],
  decodeText: (text: string) => string,
): HTMLElement[] {
  if (pairs.length === 0) return [];
  const names = pairs.map(([name]) => decodeText(name));
  const rows = pairs.map(([, value], index) => {
    const name = names[index] ?? '';
    const isRepeated = names.filter((other) => other === name).length > 1;
    const decoded = decodeText(value);
    return [
      isRepeated ? el('span', {}, `${name} `, el('span', { class: 'tag' }, 'repeated')) : name,
      decoded,
      decoded === value ? '' : value,
    ];
  });
  const heading = el('h3', {}, `${caption} (${pairs.length})`);
  return [fold(folds, name, heading, table(caption, ['Name', 'Value', 'As sent'], rows))];
}

function parsePair(text: string): readonly [name: string, value: string] {
  const equals = text.indexOf('=');
  return equals < 0 ? [text, ''] : [text.slice(0, equals), text.slice(equals + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
