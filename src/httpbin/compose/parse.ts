import { invalidInput, type Problem } from '../../http/errors.ts';
import type { Field, Fields } from '../../http/fields.ts';
import type { ContentCoding } from '../content-coding.ts';
import { parseStatusChoices, type StatusChoice } from '../status-choice.ts';
import { type Content, contentWord, parseContent } from './content-words.ts';
import { parseCookieLine } from './cookie-line.ts';
import { parseHeaderLine, parseTrailerLine } from './header-line.ts';
import { WordError } from './word-error.ts';
import type { Words } from './words.ts';

/** What the words say, each for itself. Times are in milliseconds. */
export interface Composition {
  readonly statuses: readonly StatusChoice[] | undefined;
  readonly fields: Fields;
  /** Values of `Set-Cookie`. */
  readonly cookies: readonly string[];
  readonly redirect: string | undefined;
  readonly content: Content | undefined;
  readonly type: string | undefined;
  readonly charset: string | undefined;
  readonly codings: readonly ContentCoding[];
  readonly delay: number;
  readonly pause: number;
  readonly rate: number | undefined;
  readonly chunk: number | undefined;
  readonly trailers: Fields;
}

/** @throws HttpError 400 that names every word that is wrong, and why. */
export function parseWords(words: Words): Composition {
  const problems: Problem[] = [];
  const read = <Value>(name: keyof Words, parse: () => Value): Value | undefined => {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof WordError)) throw error;
      problems.push({ in: 'query', name, keyword: 'format', message: error.message });
      return undefined;
    }
  };
  const readEach = <Value>(name: 'header' | 'cookie' | 'trailer', parse: (line: string) => Value): Value[] =>
    words[name].flatMap((line) => read(name, () => [parse(line)]) ?? []);

  const composition: Composition = {
    statuses: read('status', () => parseStatuses(words.status)),
    fields: readEach<Field>('header', parseHeaderLine),
    cookies: readEach('cookie', parseCookieLine),
    redirect: words.redirect,
    content: read(contentWord(words), () => parseContent(words)),
    type: read('type', () => parseType(words.type)),
    charset: words.charset,
    codings: words.coding.filter((coding) => coding !== 'identity'),
    delay: (words.delay ?? 0) * 1000,
    pause: (words.pause ?? 0) * 1000,
    rate: words.rate,
    chunk: words.chunk,
    trailers: readEach<Field>('trailer', parseTrailerLine),
  };
  if (problems.length > 0) throw invalidInput(problems);
  return composition;
}

const MOST_STATUSES = 64;

function parseStatuses(text: string | undefined): StatusChoice[] | undefined {
  if (text === undefined) return undefined;
  // A list of one may have its weight too, which `/status` does not take.
  const choices = parseStatusChoices(text.includes(',') ? text : `${text},200:0`)?.filter(
    ({ weight }) => weight > 0,
  );
  if (!choices?.every(({ status }) => status >= 200 && status <= 999)) {
    throw new WordError('must be a status from 200 to 999, or several with weights, such as 503:1,200:3');
  }
  if (choices.length > MOST_STATUSES) throw new WordError(`cannot be more than ${MOST_STATUSES} statuses`);
  return choices;
}

const MEDIA_TYPE =
  /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(?:\s*;\s*[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"[ !#-[\]-~]*"))*$/;

function parseType(type: string | undefined): string | undefined {
  if (type === undefined || type === 'none' || MEDIA_TYPE.test(type)) return type;
  throw new WordError('must be a media type, such as text/html; charset=utf-8, or none');
}
