import type { ServerSettings } from '#config/settings/settings.ts';
import { HttpError, invalidInput } from '#http/errors/errors.ts';
import { type Field, type Fields, fieldValues } from '#http/syntax/fields.ts';
import { type ContentCoding, encodeAll } from '../content/content-coding.ts';
import { rejectOriginHeader } from '../headers/accounts-origin.ts';
import { checkClientHeaders, type HeaderLimits } from '../headers/client-headers.ts';
import { contentSafety } from '../headers/untrusted-content.ts';
import {
  EMPTY_PLAN,
  type EncodedContent,
  isWithoutContent,
  MAX_CHUNK_SIZE,
  maxBytes,
  type ResponsePlan,
  spread,
} from '../plan/response-plan.ts';
import { longestDelay } from '../syntax/delay-distribution.ts';
import type { StatusChoice } from '../syntax/status-choice.ts';
import { type Content, FAULT_CONTENT } from './content.ts';
import { checkEnabledDirectives } from './enabled-directives.ts';
import type { Composition } from './parse.ts';

export type Limits = Pick<
  ServerSettings,
  'maxDuration' | 'maxGeneratedSize' | 'maxBodySize' | 'enabledLabs'
> &
  HeaderLimits;

const MAX_FIELDS = 64;
const MAX_CHUNKS = 10_000;
const CHUNKS_PER_SECOND = 20;

/** @throws HttpError 400 for conflicting directives or an exceeded limit, 403 for a redirect that is not allowed. */
export function composePlan(composition: Composition, limits: Limits): ResponsePlan {
  const { content, codings, trailers, rate, chunk, dribble, fault } = composition;
  checkEnabledDirectives(directivesOf(composition), limits.enabledLabs);
  const statuses = statusesOf(composition);
  if (statuses.every(({ status }) => isWithoutContent(status))) rejectContent(composition);
  const coded = encodeContent(content, codings, limits.maxGeneratedSize);
  if (dribble && (rate !== undefined || chunk !== undefined))
    throw invalid('dribble', 'cannot be combined with rate and chunk');
  const fields = fieldsOf(composition, limits);
  for (const [name] of trailers) rejectOriginHeader(name, limits);
  if (fields.length > MAX_FIELDS) throw invalid('header', `has more than ${MAX_FIELDS} headers`);
  const size = maxBytes(coded);
  const plan: ResponsePlan = {
    ...EMPTY_PLAN,
    statuses,
    contentFields: contentFields(composition, fields),
    fields,
    content: coded,
    delay: composition.delay,
    pause: composition.pause,
    duration: rate === undefined ? 0 : (size / rate) * 1000,
    chunkSize: chunk ?? (rate === undefined ? MAX_CHUNK_SIZE : chunkSizeFor(rate)),
    isChunked: chunk !== undefined || trailers.length > 0 || (coded.kind === 'letters' && codings.length > 0),
    ...(dribble && spread(size, dribble)),
    trailers,
    interims: composition.interims.map((interim) => ({
      ...interim,
      fields: checkClientHeaders(interim.fields, limits),
    })),
    expectation: composition.expectation ?? EMPTY_PLAN.expectation,
    fault,
  };
  if (chunk !== undefined && size / chunk > MAX_CHUNKS) {
    throw invalid('chunk', `must not result in more than ${MAX_CHUNKS} chunks`);
  }
  checkDuration(plan, dribble, limits.maxDuration);
  return plan;
}

/** The directives of labs. */
function directivesOf({ fault, interims, expectation }: Composition) {
  return [
    ...(fault ? (['fault'] as const) : []),
    ...(interims.length > 0 ? (['inform'] as const) : []),
    ...(expectation ? (['expect'] as const) : []),
  ];
}

function statusesOf({ statuses, redirect, fault }: Composition): readonly StatusChoice[] {
  const isOfFault = statuses?.every(({ status }) => status === fault?.variant?.status) === true;
  if (statuses && !isOfFault) return statuses;
  return [{ status: redirect === undefined ? 200 : 302, weight: 1 }];
}

function rejectContent({ content, codings, trailers, pause, ...timing }: Composition): void {
  const { rate, chunk, dribble } = timing;
  // The fault is checked with the request.
  const isRequested = content && content !== FAULT_CONTENT;
  if (isRequested || codings.length + trailers.length + pause > 0 || rate || chunk || dribble) {
    throw invalid('status', 'has no content, so no directive may describe content');
  }
}

function encodeContent(
  content: Content | undefined,
  codings: readonly ContentCoding[],
  maximum: number,
): EncodedContent {
  if (content?.kind !== 'letters') {
    return { kind: 'bytes', bytes: encodeAll(content?.bytes ?? Buffer.alloc(0), codings) };
  }
  if (content.size > maximum) throw invalid('bytes', `must be at most ${maximum}`);
  return { kind: 'letters', size: content.size, codings };
}

function fieldsOf({ redirect, fields, cookies }: Composition, limits: Limits): Field[] {
  const located: Field[] = redirect === undefined ? [] : [['Location', redirect]];
  const set = cookies.map((cookie): Field => ['Set-Cookie', cookie]);
  return checkClientHeaders([...located, ...fields, ...set], limits);
}

/** Headers that describe the content, unless a directive sets them. */
function contentFields({ content, type, charset, codings }: Composition, fields: Fields): Field[] {
  const written: Field[] = [];
  const suitable = type === undefined ? content?.type : withCharset(type, charset);
  const types = fieldValues(fields, 'Content-Type');
  if (types.length === 0 && suitable !== undefined && suitable !== 'none') {
    types.push(suitable);
    written.push(['Content-Type', suitable]);
  }
  if (codings.length > 0 && fieldValues(fields, 'Content-Encoding').length === 0) {
    written.push(['Content-Encoding', codings.join(', ')]);
  }
  if (!content) return written;
  return [...written, ...contentSafety(types)];
}

function withCharset(type: string, charset: string | undefined): string {
  return charset === undefined || type === 'none' || /;\s*charset=/i.test(type)
    ? type
    : `${type}; charset=${charset}`;
}

function chunkSizeFor(rate: number): number {
  return Math.min(MAX_CHUNK_SIZE, Math.max(1, Math.floor(rate / CHUNKS_PER_SECOND)));
}

/** @throws HttpError 400, whose problem is that of the longest time. */
function checkDuration(
  { delay, pause, duration, interims, expectation }: ResponsePlan,
  dribble: Composition['dribble'],
  maximum: number,
): void {
  const times = {
    delay: longestDelay(delay),
    pause,
    [dribble ? 'dribble' : 'rate']: duration,
    inform: interims.reduce((sum, { wait }) => sum + wait, 0),
    expect: expectation.kind === 'late' ? expectation.wait : 0,
  };
  const milliseconds = Object.values(times).reduce((sum, time) => sum + time, 0);
  if (milliseconds <= maximum) return;
  const [name = ''] = Object.entries(times).sort(([, one], [, other]) => other - one)[0] ?? [];
  const others = times.inform + times.expect > 0 ? ', inform, expect' : '';
  const message = `would take ${milliseconds / 1000} s with delay, pause${others} and rate; the maximum is ${maximum / 1000} s`;
  throw new HttpError(400, `The response ${message}.`, {
    problems: [{ in: 'query', name, keyword: 'maximum', message }],
  });
}

function invalid(name: string, message: string): HttpError {
  return invalidInput([{ in: 'query', name, keyword: 'format', message }]);
}
