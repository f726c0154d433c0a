import { pageStylesheet } from '#pages/styles/stylesheet.ts';

/** The style of the account pages. */
export const stylesheet = pageStylesheet(`
main h1 { margin-bottom: var(--2); } main h2 { margin: var(--6) 0 var(--2); } main p { margin: var(--1) 0; }
.settings { display: grid; grid-template-columns: minmax(0, 1fr); grid-template-rows: auto auto 1fr auto; }
.settings-menu { padding: var(--4) var(--gutter) 0; }
@media (min-width: 720px) {
  .settings { grid-template-columns: calc(13rem + max(0px, (100% - var(--page)) / 2) + var(--gutter)) minmax(0, 1fr); grid-template-rows: auto 1fr auto; }
  .settings > :is(.top, .foot) { grid-column: 1 / -1; }
  .settings > main { margin: 0; max-width: 60rem; padding-left: var(--7); }
  .settings-menu { padding: var(--6) 0 0 calc(100% - 13rem); }
}
.settings-menu ul { display: grid; gap: 0 var(--2); grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr)); }
@media (min-width: 720px) { .settings-menu ul { gap: 2px; grid-template-columns: minmax(0, 1fr); } }
.settings-menu a { border-radius: var(--r2); color: var(--ink-2); display: block; font: var(--t-13); padding: 6px 10px; }
.settings-menu a:hover { background: var(--surface-1); color: var(--ink); text-decoration: none; } .settings-menu a[aria-current] { background: var(--surface-2); color: var(--ink); font-weight: 500; }
.box { border: 1px solid var(--line); border-radius: var(--r3); margin: var(--4) 0; padding: var(--4) var(--5); }
main form { display: grid; gap: var(--4); margin: var(--4) 0; } main form > .btn:not(.wide) { justify-self: start; }
main form.inline { display: inline-flex; gap: var(--2); margin: 0; }
.fields { display: grid; gap: var(--4); } .fields > h2 { margin: 0; } fieldset > legend { margin-bottom: var(--1); } main :is(.facts, .items, .banner) { margin: var(--4) 0; }
.scopes .scopes { padding-left: 1.6rem; } .scopes li { padding: 2px 0; }
.implied { display: none; }
.scopes li:has(> label > input:checked) .scopes label { pointer-events: none; }
.scopes li:has(> label > input:checked) .scopes .implied { display: inline; font-style: italic; }
.scopes li:has(> label > input:checked) .scopes input { appearance: none; background: var(--ink-2); border-radius: 3px; display: inline-grid; place-content: center; }
.scopes li:has(> label > input:checked) .scopes input::before { color: var(--bg); content: "\\2713"; font: 700 0.75rem/1 var(--sans); }
.qr { border-radius: var(--r2); display: block; height: auto; max-width: 100%; width: 15rem; }
.secret { user-select: all; }
.codes { columns: 12rem; font-size: 1.1rem; margin: var(--4) 0; } .codes li { padding: 3px 0; }
p > .btn { margin: var(--2) 0; }
.row-title { margin: 0; } .row-title a { display: inline-block; min-height: 24px; } .row-action[open] { flex: 1 1 100%; } details > summary.btn { width: max-content; }
`);
