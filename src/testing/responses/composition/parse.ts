import type { Field, Fields } from '#http/syntax/fields.ts';
import type { ContentCoding } from '../content/content-coding.ts';
import { parseFault, type TransportFault } from '../faults/fault.ts';
import { type DelayDistribution, parseDelay } from '../syntax/delay-distribution.ts';
import { DirectiveError } from '../syntax/directive-error.ts';
import { type Dribble, parseDribble } from '../syntax/dribble.ts';
import { parseCookieLine, parseHeaderLine, parseTrailerLine } from '../syntax/header-directives.ts';
import { type Expectation, type Interim, parseExpectation, parseInterim } from '../syntax/interim.ts';
import { parseSeconds } from '../syntax/seconds.ts';
import { parseStatusChoices, type StatusChoice } from '../syntax/status-choice.ts';
import { type Content, contentDirective, FAULT_CONTENT, parseContent } from './content.ts';
import { DirectiveProblems } from './directive-problems.ts';
import type { Directives } from './directives.ts';

/** The parsed directives. Times are in milliseconds. */
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
  readonly delay: DelayDistribution;
  readonly pause: number;
  readonly dribble: Dribble | undefined;
  readonly rate: number | undefined;
  readonly chunk: number | undefined;
  readonly trailers: Fields;
  /** Informational responses before the response. */
  readonly interims: readonly Interim[];
  readonly expectation: Expectation | undefined;
  readonly fault: TransportFault | undefined;
}

/** @throws HttpError 400 with every invalid directive. */
export function parseDirectives(directives: Directives): Composition {
  const problems = new DirectiveProblems<keyof Directives>();
  const read = <Value>(name: keyof Directives, parse: () => Value) => problems.read(name, parse);
  const readEach = <Value>(
    name: 'header' | 'cookie' | 'trailer' | 'inform',
    parse: (line: string) => Value,
  ): Value[] => directives[name].flatMap((line) => read(name, () => [parse(line)]) ?? []);

  const fault = read('fault', () =>
    directives.fault === undefined ? undefined : parseFault(directives.fault),
  );
  const composition: Composition = {
    statuses: read('status', () => parseStatuses(directives.status)),
    fields: readEach<Field>('header', parseHeaderLine),
    cookies: readEach('cookie', parseCookieLine),
    redirect: directives.redirect,
    content:
      read(contentDirective(directives), () => parseContent(directives)) ??
      (fault?.kind.needsContent ? FAULT_CONTENT : undefined),
    type: read('type', () => parseType(directives.type)),
    charset: directives.charset,
    codings: directives.coding.filter((coding) => coding !== 'identity'),
    delay: read('delay', () => parseDelay(directives.delay)) ?? parseDelay(undefined),
    pause: read('pause', () => parsePause(directives.pause)) ?? 0,
    dribble: read('dribble', () => parseDribble(directives.dribble)),
    rate: directives.rate,
    chunk: directives.chunk,
    trailers: readEach<Field>('trailer', parseTrailerLine),
    interims: readEach<Interim>('inform', parseInterim),
    expectation: read('expect', () => parseExpectation(directives.expect)),
    fault,
  };
  problems.throwIfAny();
  return composition;
}

function parsePause(text: string | undefined): number {
  const milliseconds = text === undefined ? 0 : parseSeconds(text);
  if (milliseconds === undefined) throw new DirectiveError('must be seconds such as 0.2 or 200ms');
  return milliseconds;
}

const MAX_STATUSES = 64;

function parseStatuses(text: string | undefined): StatusChoice[] | undefined {
  if (text === undefined) return undefined;
  // A single status may have a weight, which `/status` rejects.
  const choices = parseStatusChoices(text.includes(',') ? text : `${text},200:0`)?.filter(
    ({ weight }) => weight > 0,
  );
  if (!choices?.every(({ status }) => status >= 200 && status <= 999)) {
    throw new DirectiveError(
      'must be a status from 200 to 999, or several with weights, such as 503:1,200:3',
    );
  }
  if (choices.length > MAX_STATUSES) throw new DirectiveError(`cannot be more than ${MAX_STATUSES} statuses`);
  return choices;
}

const MEDIA_TYPE =
  /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(?:\s*;\s*[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"[ !#-[\]-~]*"))*$/;

export function isMediaType(type: string): boolean {
  return MEDIA_TYPE.test(type);
}

function parseType(type: string | undefined): string | undefined {
  if (type === undefined || type === 'none' || isMediaType(type)) return type;
  throw new DirectiveError('must be a media type, such as text/html; charset=utf-8, or none');
}
