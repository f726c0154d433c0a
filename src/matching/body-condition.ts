import { hash } from 'node:crypto';
import { bodyJson, bodyText } from './body-content.ts';
import type { BodyView } from './body-view.ts';
import { type Condition, clip, type Difference, type Masking, quote } from './condition.ts';
import { comparePartially, type JsonDifference } from './json-comparison.ts';
import type { BodyMatch } from './request-match.ts';
import type { RequestView } from './request-view.ts';

/** The condition for the body of a request. */
export function bodyCondition(match: BodyMatch): Condition<RequestView> {
  if (typeof match === 'string') {
    return wholeCondition(
      hash('sha256', match),
      (masking, given) => `expected ${quote(masking.text(match))}, got ${given}`,
    );
  }
  if (match.sha256 !== undefined) {
    const digest = match.sha256.toLowerCase();
    return wholeCondition(digest, (_, given) => `expected the SHA-256 ${digest}, got ${given}`);
  }
  if (match.contains !== undefined) {
    const bytes = Buffer.from(match.contains);
    return condition(
      ({ body }) => (Buffer.from(body.kept).includes(bytes) ? 1 : 0),
      (_, masking, given) => [
        { part: 'body', text: `expected ${quote(masking.text(match.contains ?? ''))} in it, got ${given}` },
      ],
    );
  }
  return jsonCondition(match.json);
}

const EMPTY_DIGEST = hash('sha256', '');

/** Weight of the body in the comparison of near misses. */
const WEIGHT = 2;

function wholeCondition(
  digest: string,
  difference: (masking: Masking, given: string) => string,
): Condition<RequestView> {
  return condition(
    ({ body }) => ((body.sha256 ?? EMPTY_DIGEST) === digest ? 1 : 0),
    (_, masking, given) => [{ part: 'body', text: difference(masking, given) }],
  );
}

function jsonCondition(expected: unknown): Condition<RequestView> {
  return condition(
    ({ body }) => {
      const json = bodyJson(body);
      if (!json) return 0;
      const { expected: count, differences } = comparePartially(expected, json.value);
      return 1 - differences.length / count;
    },
    ({ body }, masking, given) => {
      const json = bodyJson(body);
      if (!json) return [{ part: 'body', text: `expected JSON, got ${given}` }];
      return comparePartially(expected, json.value)
        .differences.slice(0, MAX_DIFFERENCES)
        .map((difference) => ({
          part: difference.path === '' ? 'body' : `body ${clip(difference.path)}`,
          text: describeDifference(difference, masking),
        }));
    },
  );
}

/** Maximum number of members that are reported. */
const MAX_DIFFERENCES = 20;

/** @param differences gets the masked body in words. */
function condition(
  similarity: (request: RequestView) => number,
  differences: (request: RequestView, masking: Masking, given: string) => Difference[],
): Condition<RequestView> {
  return {
    name: 'body',
    weight: WEIGHT,
    needsBody: true,
    test: (request) => similarity(request) === 1,
    similarity,
    explain(request, shown, masking) {
      if (similarity(request) === 1) return [];
      return differences(request, masking, describe(shown.body));
    },
  };
}

function describeDifference({ name, before, after }: JsonDifference, masking: Masking): string {
  if (after === undefined) return 'absent';
  const show = (value: unknown) =>
    typeof value === 'string' ? quote(masking.member(name, value)) : clip(JSON.stringify(value));
  return `expected ${show(before)}, got ${show(after)}`;
}

function describe(body: BodyView): string {
  if (body.length === 0) return 'no body';
  if (body.truncated) return `${body.length} bytes, of which the journal has ${body.kept.byteLength}`;
  const text = bodyText(body);
  return text === undefined ? `${body.length} bytes that are not UTF-8` : quote(text);
}
