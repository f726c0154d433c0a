import { button } from '#pages/components/button.ts';
import { field, inputField, select } from '#pages/components/field.ts';
import { html, type Markup } from '#pages/html.ts';
import type { OperationContext } from '../../operations/declaration/context.ts';
import { toClockView } from '../../operations/server/clock.ts';
import { toMessageView } from '../../operations/server/outbox.ts';
import { toSnapshotView } from '../../operations/server/snapshots.ts';
import { type SendPage, sendControlPage } from '../control-page.ts';
import { describePhase, lifecycleView } from './lifecycle-view.ts';
import { clockView, describeCounts, MAX_MESSAGES, messageTable, snapshotTable } from './panel-views.ts';

const stylesheet = `
.clock { font-size: 1.35rem; line-height: 2; margin: 0.5rem 0; font-variant-numeric: tabular-nums; }
main form { margin: var(--4) 0; } .line { align-items: flex-start; display: flex; flex-wrap: wrap; gap: var(--2); } .line > .field { flex: 0 1 20rem; } .line > .buttons { display: flex; flex-wrap: wrap; gap: var(--2); margin-top: 23px; } @media (max-width: 719px) { .line > .field { flex-basis: 100%; } .line > .buttons { margin-top: 0; } }
.danger-zone { border-top: 1px solid var(--line); margin-top: 1.5rem; padding-top: 1rem; }
svg .phase-supported { fill: var(--green); } svg .phase-deprecated { fill: var(--amber); }
svg .phase-brownout { fill: var(--violet); } svg .phase-removed { fill: var(--red); }
#outbox td:nth-child(4) { min-width: 20rem; white-space: pre-line; }
svg .now { stroke: var(--ink); stroke-width: 2; }
.lifecycle { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
`;

/** A page whose script keeps what the server shows current. @param main without a state for a user without access, as its script reads it with their token */
function panelPage<State>(
  title: string,
  read: (context: OperationContext) => State | Promise<State>,
  main: (state: State | undefined) => Markup,
): SendPage {
  return async (exchange, service, access) => {
    const state = access === 'shell' ? undefined : await read(service.operations);
    await sendControlPage(exchange, service, access, { name: 'panel', title, stylesheet, main: main(state) });
  };
}

export const sendClockPage = panelPage(
  'Clock',
  ({ clock }) => toClockView(clock.state()),
  (state) => html`
    <p class="soft">The time of the API: of tokens, codes, schedules and the audit. Responses and the journal have the time of the machine.</p>
    <p id="clock" class="clock">${state && clockView(state)}</p>
    <div class="scripted">
      <p class="actions">${button('Freeze now', { type: 'button', id: 'clock-freeze' })} ${button('Release', { type: 'button', id: 'clock-release' })}</p>
      <form id="clock-advance" class="line">
        ${inputField({ name: 'advance', label: 'Advance by', hint: 'A duration such as 90s, 15m or 30d', value: '1h', maxlength: 40, required: true })}
        <div class="buttons">${button('Advance')}</div>
      </form>
      <form id="clock-set" class="line">
        ${inputField({ name: 'time', label: 'Time', hint: 'Such as 2020-11-13T15:59:59Z', maxlength: 40, required: true })}
        <div class="buttons">${button('Freeze at this time', { value: 'freeze', disabled: true })} ${button('Set', { value: 'set', disabled: true })}</div>
      </form>
    </div>`,
);

export const sendDataPage = panelPage(
  'Data',
  async ({ store, rules, snapshots }) => {
    const taken = snapshots.list();
    const counts = { ...(await store.counts()), rules: rules.list().length, snapshots: taken.length };
    return { counts, snapshots: taken.map(toSnapshotView) };
  },
  (state) => html`
    <p id="data-counts">${state && describeCounts(state.counts)}</p>
    <p id="reset-done" class="banner" role="status" hidden></p>
    <section aria-labelledby="snapshots-heading">
      <h2 id="snapshots-heading">Snapshots</h2>
      <p class="soft">A snapshot is a copy of the database, the clock, the lifecycle and the rules. The server keeps ten until it ends.</p>
      <p class="actions scripted">${button('Take a snapshot', { type: 'button', id: 'snapshot-take' })}</p>
      <div id="snapshots">${state && snapshotTable(state.snapshots)}</div>
    </section>
    <section class="danger-zone scripted" aria-labelledby="reset-heading">
      <h2 id="reset-heading">Reset</h2>
      <p class="soft">Deletes all records, requests, bins and rules, and restores clock and lifecycle. The page takes a snapshot first, which restores all of it but the requests and the bins.</p>
      <p class="actions">${button('Reset to the start', { type: 'button', id: 'reset', kind: 'danger' })}</p>
    </section>`,
);

export const sendLifecyclePage = panelPage(
  'Lifecycle',
  ({ lifecycle }) => lifecycle.describe(),
  (state) => html`
    <p id="lifecycle-state">${state && describePhase(state)}</p>
    <form id="lifecycle-form" class="line scripted">
      ${field({ label: 'Schedule', id: 'preset', hint: 'github: the dates of GitHub' }, (input) => select({ name: 'preset', ...input }, presets(state?.schedule)))}
      <div class="buttons">${button('Apply')} ${button('Restore that of the start', { type: 'button', id: 'lifecycle-reset' })}</div>
    </form>
    <div id="lifecycle" class="lifecycle">${state && lifecycleView(state)}</div>`,
);

function presets(schedule: string | undefined): Markup[] {
  return ['supported', 'deprecated', 'github'].flatMap(
    (name) => html`<option selected=${name === schedule}>${name}</option>`,
  );
}

export const sendOutboxPage = panelPage(
  'Outbox',
  async ({ store }) => (await store.messages.list(MAX_MESSAGES)).map(toMessageView),
  (messages) => html`
    <p class="soft">Text messages and e-mails that the server would have sent, the newest first.</p>
    <div id="outbox">${messages && messageTable(messages)}</div>`,
);
