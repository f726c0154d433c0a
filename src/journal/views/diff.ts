import { bodyJson, bodyText } from '../matching/body-content.ts';
import { compareJson } from '../matching/json-comparison.ts';
import type { Pair, RecordedBody, RecordedExchange } from '../recording/record.ts';
import { diffLines } from './line-diff.ts';

/** A part in which two requests differ. */
export interface Difference {
  /** Such as `method`, `header X-A`, `header order`, `body .users[0].name`, `body line 3` or `body at 0x1f`. */
  readonly part: string;
  /** Null for what the first request does not have. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Maximum number of differences of one kind. */
const MAX_DIFFERENCES = 500;

/** Compares two requests. The order of the fields and the case of their names are a part of their own. */
export function diffExchanges(one: RecordedExchange, other: RecordedExchange): Difference[] {
  return [
    ...compareText('method', one.request.method, other.request.method),
    ...compareText('target', one.request.target, other.request.target),
    ...compareText('protocol', one.connection.protocol, other.connection.protocol),
    ...compareFields('header', one.request.headers, other.request.headers),
    ...compareFields('trailer', one.request.trailers, other.request.trailers),
    ...compareBodies(one.request.body, other.request.body),
  ];
}

/** The differences for people. */
export function describeDiff(one: RecordedExchange, other: RecordedExchange): string {
  const lines = diffExchanges(one, other).flatMap(({ part, before, after }) => [
    part,
    ...(before === null ? [] : before.split('\n').map((line) => `- ${line}`)),
    ...(after === null ? [] : after.split('\n').map((line) => `+ ${line}`)),
  ]);
  return `${[`--- #${one.id}`, `+++ #${other.id}`, ...lines].join('\n')}\n`;
}

function compareText(part: string, before: string | null, after: string | null): Difference[] {
  return before === after ? [] : [{ part, before, after }];
}

function compareFields(part: string, before: readonly Pair[], after: readonly Pair[]): Difference[] {
  const [one, other] = [groupByName(before), groupByName(after)];
  /** The first name in its case, by the name in lower case. */
  const names = new Map<string, string>();
  for (const [name] of [...before, ...after])
    names.set(name.toLowerCase(), names.get(name.toLowerCase()) ?? name);
  const values = (groups: ReadonlyMap<string, readonly Pair[]>, name: string) =>
    groups
      .get(name)
      ?.map(([, value]) => value)
      .join('\n') ?? null;
  const content = [...names].flatMap(([name, original]) =>
    compareText(`${part} ${original}`, values(one, name), values(other, name)),
  );
  const order = (fields: readonly Pair[]) =>
    fields
      .map(([name]) => name)
      .filter((name) => one.has(name.toLowerCase()) && other.has(name.toLowerCase()))
      .join(', ');
  return [...content, ...compareText(`${part} order`, order(before), order(after))];
}

function groupByName(fields: readonly Pair[]): Map<string, Pair[]> {
  return Map.groupBy(fields, ([name]) => name.toLowerCase());
}

function compareBodies(one: RecordedBody, other: RecordedBody): Difference[] {
  const [before, after] = [Buffer.from(one.kept), Buffer.from(other.kept)];
  if (before.equals(after)) {
    const isSame = one.sha256 === other.sha256 && one.length === other.length;
    return isSame ? [] : compareText('body', describe(one), describe(other));
  }
  const [json, otherJson] = [bodyJson(one), bodyJson(other)];
  if (json && otherJson) {
    const members = compareJson(json.value, otherJson.value).slice(0, MAX_DIFFERENCES);
    // Equal JSON in another notation differs as text.
    if (members.length > 0)
      return members.map(({ path, before, after }) => ({
        part: path === '' ? 'body' : `body ${path}`,
        before: formatJson(before),
        after: formatJson(after),
      }));
  }
  const [text, otherText] = [bodyText(one), bodyText(other)];
  if (text === undefined || otherText === undefined) return [compareBytes(before, after)];
  return diffLines(text, otherText)
    .slice(0, MAX_DIFFERENCES)
    .map(({ line, before, after }) => ({ part: `body line ${line}`, before, after }));
}

/** The first bytes that differ, in hexadecimal. */
function compareBytes(before: Buffer, after: Buffer): Difference {
  let offset = 0;
  while (offset < before.length && before[offset] === after[offset]) offset++;
  const show = (bytes: Buffer) =>
    offset >= bytes.length
      ? null
      : bytes
          .subarray(offset, offset + SHOWN_BYTES)
          .toString('hex')
          .replace(/..(?!$)/g, '$& ');
  return { part: `body at 0x${offset.toString(16)}`, before: show(before), after: show(after) };
}

const SHOWN_BYTES = 16;

function describe({ length, sha256 }: RecordedBody): string {
  return `${length} bytes, SHA-256 ${sha256 ?? 'not shown'}`;
}

function formatJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
