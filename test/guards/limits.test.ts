import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { formatSize } from '#http/syntax/text.ts';
import { DEFAULT_HTTP1_LIMITS, type Http1Limits } from '#wire/http1/limits.ts';
import { HTTP2_LIMITS, type Http2Limits, type Rate } from '#wire/http2/limits.ts';
import { decode } from '../support/wire/http1/transcript.ts';

const guide = readFileSync(path.join(import.meta.dirname, '../../docs/guide/safety.md'), 'utf8');

type Format = (value: number) => string;
type Row<Value> = readonly [limit: string, format: (value: Value) => string];

const count: Format = (value) => value.toLocaleString('en-US');
const seconds: Format = (value) => `${value / 1000} s`;
const rate = ({ burst, perSecond }: Rate) => `${count(burst)}, and ${count(perSecond)} more each second`;

/** The first cells of the rows, and how their values are written. */
const HTTP1: { readonly [Name in keyof Http1Limits]: Row<Http1Limits[Name]> } = {
  headSize: ['Request line and header fields; trailer fields', formatSize],
  fields: ['Number of header fields; of trailer fields', count],
  methodSize: ['Method', formatSize],
  chunkLineSize: ['Line with the size and the extensions of a chunk', formatSize],
  chunkExtensionSize: ['Extensions of all chunks of a request', formatSize],
};

const HTTP2: { readonly [Name in keyof Http2Limits]: Row<Http2Limits[Name]> } = {
  maxStreams: ['Streams in progress', count],
  streamWindow: ['Window of a stream', formatSize],
  connectionWindow: ['Window of a connection', formatSize],
  storedHead: ['Names and values of a head, or of trailers, with 32 bytes for each field', formatSize],
  decodedHead: ['Names and values that are decoded for this 431', formatSize],
  blockSize: ['A header block as sent', formatSize],
  blockFrames: ['CONTINUATION frames of a header block', count],
  emptyBlockFrames: ['Empty frames among them', count],
  blockTime: ['Time for a header block', seconds],
  resets: ['RST_STREAM frames of both sides', rate],
  glitches: ['Frames that serve no request, such as PING', rate],
  settingsEntries: ['Entries of a SETTINGS frame', count],
  settingsAckTime: ['Time for the ACK of SETTINGS', seconds],
  controlBytes: ['Waiting frames that answer frames', formatSize],
  sendBuffer: ['Waiting bytes, after which no content is written', formatSize],
  pauseAt: ['Waiting bytes, after which nothing is read', formatSize],
  priorityUpdates: ['Priorities of streams to come', count],
  priorityUpdateSize: ['A priority', formatSize],
  drainTime: ['Time for streams that begin while the server closes the connection', seconds],
};

/** The rows of the table with this heading, without the third cell. */
function rowsOf(heading: string): [limit: string, value: string][] {
  const [, table = ''] = guide.split(`| ${heading} | Value | Beyond it |\n|---|---|---|\n`);
  const [rows = ''] = table.split('\n\n');
  return rows
    .trim()
    .split('\n')
    .map((row) => {
      const [, limit = '', value = ''] = row.split('|').map((cell) => cell.trim());
      return [limit, value];
    });
}

/** The limits with the texts of their rows. */
function expectedRows<Limits extends object>(
  rows: { readonly [Name in keyof Limits]: Row<Limits[Name]> },
  limits: Limits,
): [limit: string, value: string][] {
  const expected: [string, string][] = [];
  for (const name in limits) {
    const [limit, format] = rows[name];
    expected.push([limit, format(limits[name])]);
  }
  return expected;
}

/** The most digits that the decoder accepts. */
function mostDigits(messageOf: (digits: string) => string): number {
  let most = 0;
  while (decode([messageOf('1'.padStart(most + 1, '0'))]).errors.length === 0) most++;
  return most;
}

test('the guide has the limits of HTTP/1', () => {
  const head = 'POST / HTTP/1.1\r\nHost: h\r\n';
  const length = mostDigits((digits) => `${head}Content-Length: ${digits}\r\n\r\n`);
  const chunk = mostDigits((digits) => `${head}Transfer-Encoding: chunked\r\n\r\n${digits}\r\n`);
  assert.deepEqual(
    rowsOf('Limit of HTTP/1').toSorted(),
    [
      ...expectedRows(HTTP1, DEFAULT_HTTP1_LIMITS),
      ['Digits of `Content-Length`', String(length)],
      ['Digits of the size of a chunk', String(chunk)],
    ].toSorted(),
  );
});

test('the guide has the limits of HTTP/2', () => {
  assert.deepEqual(rowsOf('Limit of HTTP/2'), expectedRows(HTTP2, HTTP2_LIMITS));
});
