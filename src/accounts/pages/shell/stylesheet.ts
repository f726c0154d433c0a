import { footStyle, soloStyle } from '#pages/styles/shell.ts';
import { pageStylesheet } from '#pages/styles/stylesheet.ts';

/** The style of the account pages. */
export const stylesheet = pageStylesheet(
  `
.settings-menu { padding: var(--3) 0 0; } .settings-menu ul { display: flex; gap: 2px; overflow-x: auto; padding: 2px calc(var(--gutter) - 10px); scrollbar-width: none; white-space: nowrap; }
.settings-menu a { border-radius: var(--r2); color: var(--ink-2); display: block; font: var(--t-13); padding: 10px; } .settings-menu a:hover { background: var(--surface-1); color: var(--ink); text-decoration: none; } .settings-menu a[aria-current] { background: var(--surface-2); color: var(--ink); font-weight: 500; }
.settings > main { padding-top: var(--4); } .settings > main > * + * { margin-top: var(--4); } .settings > main > h2 { margin-top: var(--6); } .settings > main > h2 + * { margin-top: var(--2); }
@media (min-width: 900px) {
  .settings { display: grid; grid-template-columns: calc(200px + max(0px, (100% - var(--page)) / 2) + var(--gutter)) minmax(0, 1fr); grid-template-rows: auto 1fr auto; }
  .settings > :is(.top, .foot) { grid-column: 1 / -1; }
  .settings > main { margin: 0; max-width: calc(var(--page) - 200px - var(--gutter)); padding-left: var(--7); padding-top: var(--6); }
  .settings-menu { padding: var(--6) 0 0 calc(100% - 200px); } .settings-menu ul { display: grid; gap: 2px; overflow: visible; padding: 0; white-space: normal; } .settings-menu a { padding: 6px 10px; }
}
.heading { align-items: flex-end; display: flex; flex-wrap: wrap; gap: var(--2) var(--5); } .heading > div { flex: 1 1 15rem; } .heading h1 + p { margin-top: 2px; }
.parent { align-items: center; color: var(--ink-2); display: inline-flex; font: var(--t-13); gap: var(--1); min-height: 24px; }
main form { display: grid; gap: var(--4); } main form > .btn:not(.wide) { justify-self: start; }
.fields { display: grid; gap: var(--4); } .settings .field { max-width: 28rem; } fieldset > legend { margin-bottom: var(--1); }
.box { border: 1px solid var(--line); border-radius: var(--r3); } .box > summary { font: var(--t-c); padding: 10px var(--4); } .box > form { border-top: 1px solid var(--line); padding: var(--4); }
.row-title { font: var(--t-h3); letter-spacing: 0; } .row-title a { display: inline-block; min-height: 24px; }
.labels { display: flex; flex-wrap: wrap; gap: var(--1); margin-top: 2px; }
.entries { margin-inline: calc(var(--3) * -1); } .entries > li { display: grid; gap: var(--1) var(--4); grid-template-columns: minmax(0, 1fr) 168px 152px max-content; padding: 10px var(--3); } .entries > li:has(> .fresh) { background: var(--green-t); } .entries > li > .actions { gap: 0; justify-content: flex-end; }
@media (max-width: 899px) { .entries > li { grid-template-columns: minmax(0, 1fr) max-content; } .entries > li > p { align-self: start; grid-row: 2; } .entries > li > p + p { justify-self: end; text-align: right; } .entries > li > .actions { grid-area: 1 / 2; align-self: start; } }
.settings .empty { margin-inline: 0; padding-inline: 0; }
.filter { align-items: end; display: flex; gap: var(--2); } .filter > .field { flex: 0 1 20rem; }
.event { display: grid; gap: 2px; } .event + * { text-align: right; } .agent > summary { align-content: center; }
.scopes .scopes { padding-left: 1.6rem; } .scopes .check { padding: 4px 0; }
.implied { display: none; }
.scopes li:has(> label > input:checked) .scopes label { pointer-events: none; }
.scopes li:has(> label > input:checked) .scopes .implied { display: inline; font-style: italic; }
.scopes li:has(> label > input:checked) .scopes input { appearance: none; background: var(--ink-2); border-radius: 3px; display: inline-grid; place-content: center; }
.scopes li:has(> label > input:checked) .scopes input::before { color: var(--bg); content: "\\2713"; font: 700 0.75rem/1 var(--sans); }
.qr { border-radius: var(--r2); display: block; height: auto; max-width: 100%; width: 15rem; }
.secret { user-select: all; }
.codes { columns: 12rem; font-size: 1.1rem; } .codes li { padding: 3px 0; }
.consent-app { align-items: center; display: flex; gap: 14px; } .avatar { background: var(--violet-t); border-radius: var(--r3); color: var(--violet); display: grid; flex: none; font: 600 1rem/1 var(--sans); height: 40px; place-items: center; width: 40px; }
.grants > li { align-items: start; border-bottom: 1px solid var(--line); display: grid; gap: 0 10px; grid-template-columns: 20px minmax(0, 1fr) max-content; padding: 10px 0; } .grants { border-top: 1px solid var(--line); } .grants input { margin: 2px 0 0; } .grants label { font: 500 0.875rem/1.25rem var(--sans); min-height: 24px; } .grants p { color: var(--ink-2); font: var(--t-12); grid-column: 2 / -1; } .grants code { background: none; font: var(--m-12); padding: 0; }
.after form { display: inline; } .after .btn { font: inherit; height: auto; min-height: 24px; padding: 0 4px; text-decoration: underline; text-underline-offset: 3px; color: var(--accent); }
`,
  footStyle,
  soloStyle,
);
