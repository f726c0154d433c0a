import { button } from '#pages/components/button.ts';
import { field, inputField, select } from '#pages/components/field.ts';
import { html, type Markup } from '#pages/html.ts';
import { type SendPage, sendControlPage } from '../control-page.ts';

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

function panelPage(title: string, main: () => Markup): SendPage {
  return (exchange, service, access) =>
    sendControlPage(exchange, service, access, {
      name: 'panel',
      title,
      stylesheet,
      main: html`<div class="scripted">${main()}</div>`,
    });
}

export const sendClockPage = panelPage(
  'Clock',
  () => html`
    <p class="soft">The time of the API: of tokens, codes, schedules and the audit. Responses and the journal have the time of the machine.</p>
    <p class="clock"><span id="clock-now"></span> <span id="clock-mode" class="tag"></span></p>
    <p class="actions">${button('Freeze now', { type: 'button', id: 'clock-freeze' })} ${button('Release', { type: 'button', id: 'clock-release' })}</p>
    <form id="clock-advance" class="line">
      ${inputField({ name: 'advance', label: 'Advance by', hint: 'A duration such as 90s, 15m or 30d', value: '1h', maxlength: 40, required: true })}
      <div class="buttons">${button('Advance')}</div>
    </form>
    <form id="clock-set" class="line">
      ${inputField({ name: 'time', label: 'Time', hint: 'Such as 2020-11-13T15:59:59Z', maxlength: 40, required: true })}
      <div class="buttons">${button('Freeze at this time', { value: 'freeze', disabled: true })} ${button('Set', { value: 'set', disabled: true })}</div>
    </form>`,
);

export const sendDataPage = panelPage(
  'Data',
  () => html`
    <p id="data-counts"></p>
    <p id="reset-done" class="banner" role="status" hidden></p>
    <section aria-labelledby="snapshots-heading">
      <h2 id="snapshots-heading">Snapshots</h2>
      <p class="soft">A snapshot is a copy of the database, the clock, the lifecycle and the rules. The server keeps ten until it ends.</p>
      <p class="actions">${button('Take a snapshot', { type: 'button', id: 'snapshot-take' })}</p>
      <div id="snapshots"></div>
    </section>
    <section class="danger-zone" aria-labelledby="reset-heading">
      <h2 id="reset-heading">Reset</h2>
      <p class="soft">Deletes all records, requests, bins and rules, and restores clock and lifecycle. The page takes a snapshot first, which restores all of it but the requests and the bins.</p>
      <p class="actions">${button('Reset to the start', { type: 'button', id: 'reset', kind: 'danger' })}</p>
    </section>`,
);

export const sendLifecyclePage = panelPage(
  'Lifecycle',
  () => html`
    <p id="lifecycle-state"></p>
    <form id="lifecycle-form" class="line">
      ${field({ label: 'Schedule', id: 'preset', hint: 'github: the dates of GitHub' }, (input) => select({ name: 'preset', ...input }, html`<option>supported</option><option>deprecated</option><option>github</option>`))}
      <div class="buttons">${button('Apply')} ${button('Restore that of the start', { type: 'button', id: 'lifecycle-reset' })}</div>
    </form>
    <div id="lifecycle" class="lifecycle"></div>`,
);

export const sendOutboxPage = panelPage(
  'Outbox',
  () => html`
    <p class="soft">Text messages and e-mails that the server would have sent, the newest first.</p>
    <div id="outbox"></div>`,
);
