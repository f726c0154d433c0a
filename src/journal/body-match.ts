import { hash } from 'node:crypto';
import { bodyJson, bodyText } from './body-content.ts';
import { comparePartially, type JsonDifference } from './json-comparison.ts';
import { clip, type MatchPart, type PartDifference, quote } from './match-part.ts';
import type { Match } from './match-schema.ts';
import type { RecordedBody, RecordedRequest } from './record.ts';
import type { Redaction } from './redaction.ts';

/** The condition for the body of a request. */
export function bodyPart(match: NonNullable<Match['body']>): MatchPart {
  if (typeof match === 'string') {
    return wholePart(
      hash('sha256', match),
      (redaction, given) => `expected ${quote(redaction.text(match))}, got ${given}`,
    );
  }
  if (match.sha256 !== undefined) {
    const digest = match.sha256.toLowerCase();
    return wholePart(digest, (_, given) => `expected the SHA-256 ${digest}, got ${given}`);
  }
  if (match.contains !== undefined) {
    const bytes = Buffer.from(match.contains);
    return part(
      ({ body }) => (Buffer.from(body.kept).includes(bytes) ? 1 : 0),
      (_, redaction, given) => [
        { part: 'body', text: `expected ${quote(redaction.text(match.contains ?? ''))} in it, got ${given}` },
      ],
    );
  }
  return jsonPart(match.json);
}

const EMPTY_DIGEST = hash('sha256', '');

/** Weight of the body in the comparison of near misses. */
const WEIGHT = 2;

function wholePart(digest: string, difference: (redaction: Redaction, given: string) => string): MatchPart {
  return part(
    ({ body }) => ((body.sha256 ?? EMPTY_DIGEST) === digest ? 1 : 0),
    (_, redaction, given) => [{ part: 'body', text: difference(redaction, given) }],
  );
}

function jsonPart(expected: unknown): MatchPart {
  return part(
    ({ body }) => {
      const json = bodyJson(body);
      if (!json) return 0;
      const { expected: count, differences } = comparePartially(expected, json.value);
      return 1 - differences.length / count;
    },
    ({ body }, redaction, given) => {
      const json = bodyJson(body);
      if (!json) return [{ part: 'body', text: `expected JSON, got ${given}` }];
      return comparePartially(expected, json.value)
        .differences.slice(0, MAX_DIFFERENCES)
        .map((difference) => ({
          part: difference.path === '' ? 'body' : `body ${clip(difference.path)}`,
          text: describeDifference(difference, redaction),
        }));
    },
  );
}

/** Maximum number of members that are reported. */
const MAX_DIFFERENCES = 20;

/** @param differences gets the masked body in words. */
function part(
  similarity: (request: RecordedRequest) => number,
  differences: (request: RecordedRequest, redaction: Redaction, given: string) => PartDifference[],
): MatchPart {
  return {
    name: 'body',
    weight: WEIGHT,
    matches: ({ request }) => similarity(request) === 1,
    similarity: ({ request }) => similarity(request),
    differences(exchange, shown, redaction) {
      if (similarity(exchange.request) === 1) return [];
      return differences(exchange.request, redaction, describe(shown.request.body));
    },
  };
}

function describeDifference({ name, before, after }: JsonDifference, redaction: Redaction): string {
  if (after === undefined) return 'absent';
  const show = (value: unknown) =>
    typeof value === 'string' ? quote(redaction.member(name, value)) : clip(JSON.stringify(value));
  return `expected ${show(before)}, got ${show(after)}`;
}

function describe(body: RecordedBody): string {
  if (body.length === 0) return 'no body';
  if (body.truncated) return `${body.length} bytes, of which the journal has ${body.kept.byteLength}`;
  const text = bodyText(body);
  return text === undefined ? `${body.length} bytes that are not UTF-8` : quote(text);
}
