import { table } from '#pages/components/table.ts';
import { time } from '#pages/components/time.ts';
import { html, type Markup } from '#pages/html.ts';
import { attemptTimeline } from './attempt-timeline.ts';
import { type AttemptRow, describeEnding, formatAttemptDuration, type KeyReadBack } from './key-view.ts';
import { resultOf, toneOf } from './timeline-layout.ts';

/** Maximum number of attempts in the chart. The table has all. */
const MAX_BARS = 60;

/**
 * The state of a key and its attempts, as text, as a chart and as a table.
 * @param numberOf the cell with the number of an attempt, which can be a link.
 */
export function attemptsView(
  view: KeyReadBack,
  numberOf: (attempt: AttemptRow) => Markup | number = ({ n }) => n,
): Markup {
  const attempts =
    view.attempts.length === 0
      ? html`<p class="soft">There is no attempt.</p>`
      : [attemptTimeline(view.attempts.slice(-MAX_BARS)), attemptsTable(view, numberOf)];
  return html`
    <ul class="state">${describeState(view).map((line) => html`<li>${line}</li>`)}</ul>
    ${attempts}`;
}

function attemptsTable(
  { attempts, kind }: KeyReadBack,
  numberOf: (attempt: AttemptRow) => Markup | number,
): Markup {
  const hasCallers = attempts.some(({ caller }) => caller !== null);
  const isLimit = kind !== undefined;
  const columns: readonly (readonly [heading: string, cell: (attempt: AttemptRow) => unknown])[] = [
    ['Attempt', numberOf],
    isLimit
      ? ['Retry-After', ({ retryAfter }) => (typeof retryAfter === 'number' ? `${retryAfter} s` : '')]
      : ['Step', ({ step }) => step ?? 'none'],
    ['Gap', ({ sincePrevious }) => (sincePrevious === null ? '' : formatAttemptDuration(sincePrevious))],
    ['Method', ({ method }) => method],
    ['Result', (attempt) => html`<span class=${toneOf(attempt)}>${describeResult(attempt)}</span>`],
    ['End', describeEnding],
    ['Time', ({ ms }) => (ms.done === null ? '' : formatAttemptDuration(ms.done))],
    ['Body', ({ body }) => (body.length === 0 ? '' : `${body.length} B ${body.sha256?.slice(0, 8) ?? ''}`)],
    ['Conn.', ({ connection, reused }) => `${connection}${reused ? ', reused' : ''}`],
    ...(hasCallers ? [['Caller', ({ caller }: AttemptRow) => caller] as const] : []),
    ['At', ({ time: at }) => time(at)],
  ];
  return table(
    'Attempts',
    columns.map(([heading]) => heading),
    attempts.map((attempt) => columns.map(([, cell]) => cell(attempt))),
  );
}

function describeResult(attempt: AttemptRow): string {
  const remarks = [attempt.early ? 'early' : '', attempt.replayed ? 'replayed' : ''].filter(Boolean);
  return [resultOf(attempt), ...remarks].join(', ');
}

/** The directives of each step of a sequence, decoded. */
export function stepList({ stepDirectives = [] }: KeyReadBack): Markup | null {
  if (stepDirectives.length === 0) return null;
  const texts = stepDirectives.map(
    (step) => step.split('/').map(decodeURIComponent).join(' / ') || 'status=200',
  );
  return html`<ol class="mono" aria-label="Steps">${texts.map((text) => html`<li>${text}</li>`)}</ol>`;
}

/** Sentences about the key and what its attempts have in common. */
function describeState(view: KeyReadBack): string[] {
  const { count, bodyDigests, idempotencyKeys } = view.summary;
  const kept = view.attempts.length;
  const hasBodies = count > 1 && view.attempts.some(({ body }) => body.length > 0);
  return [
    ...describeSequence(view),
    ...describeLimit(view),
    [
      `${count} ${count === 1 ? 'attempt' : 'attempts'}${kept < count ? `, of which the latest ${kept} are kept` : ''}`,
      ...(hasBodies ? [bodyDigests === 1 ? 'all bodies are equal' : `${bodyDigests} different bodies`] : []),
      ...(idempotencyKeys.length > 0
        ? [`${idempotencyKeys.length} idempotency ${idempotencyKeys.length === 1 ? 'key' : 'keys'}`]
        : []),
    ].join('; '),
  ];
}

function describeSequence({ stepDirectives, next, after, by, callers }: KeyReadBack): string[] {
  if (!stepDirectives) return [];
  const steps = `${stepDirectives.length} ${stepDirectives.length === 1 ? 'step' : 'steps'}`;
  const state = [steps, `after the last: ${after}`, `same caller: ${by}`];
  const positions = (callers ?? []).map(
    ({ caller, next: step }) => `${caller || '(empty)'}: next step ${step ?? 'none'}`,
  );
  return [
    [...state, ...(positions.length > 0 ? [] : [`next step: ${next ?? 'none'}`])].join('; '),
    ...positions,
  ];
}

function describeLimit({ kind, per, unit, policies, accepted, rejected, callers }: KeyReadBack): string[] {
  if (kind === undefined) return [];
  const quotas = (policies ?? []).map(({ name, q, w }) => `${name} with ${q} ${unit} in ${w} s`);
  return [
    `${kind}, per ${per}: ${quotas.join(', ')}`,
    `${accepted} accepted, ${rejected} rejected`,
    ...(callers ?? []).map(({ pk, policies: states }) =>
      [
        pk === null || pk === undefined ? 'Now' : `Caller ${pk}`,
        (states ?? [])
          .map(
            ({ name, remaining, refillAt }) =>
              `${remaining} left of ${name}${refillAt === null ? '' : `, more at ${refillAt}`}`,
          )
          .join('; '),
      ].join(': '),
    ),
  ];
}
