import { baseStylesheet } from '#pages/stylesheet.ts';

/** The style of the account pages. */
export const stylesheet = `${baseStylesheet}
h1 { margin-bottom: 0.5rem; }
h2 { margin: 2rem 0 0.5rem; }
h3 { margin: 0; }
.settings { display: grid; grid-template-columns: minmax(0, 1fr); grid-template-rows: auto auto 1fr; min-height: 100vh; }
.settings-menu { margin: 0; padding: var(--s4) var(--gutter) 0; }
@media (min-width: 720px) {
  .settings { grid-template-columns: calc(15rem + max(0px, (100% - var(--width)) / 2) + var(--gutter)) minmax(0, 1fr); grid-template-rows: auto 1fr; }
  .settings > header { grid-column: 1 / -1; }
  .settings > main { margin: 0; max-width: 60rem; padding-left: var(--s6); }
  .settings-menu { padding: var(--s5) 0 0 max(var(--gutter), calc((100vw - var(--width)) / 2 + var(--gutter))); }
}
.settings-menu ul { display: grid; gap: 0 var(--s2); grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr)); list-style: none; margin: 0; padding: 0; }
@media (min-width: 720px) { .settings-menu ul { gap: var(--s1); grid-template-columns: minmax(0, 1fr); } }
.settings-menu a { border-radius: var(--radius); color: inherit; display: block; padding: 0.4rem 0.6rem; text-decoration: none; }
.settings-menu a:hover { background: var(--hover); }
.settings-menu a[aria-current] { background: var(--selected); box-shadow: inset 3px 0 var(--accent); font-weight: 600; }
.row-title { font-size: 1rem; margin: 0; }
.box { border: 1px solid var(--line); border-radius: var(--radius); margin: 1rem 0; padding: 1rem 1.25rem; }
.narrow { margin: 0 auto; max-width: 26rem; }
details.box > summary { cursor: pointer; font-weight: 600; }
main form { display: grid; gap: 1rem; margin: 1rem 0; }
main form.inline { display: inline-flex; gap: 0.5rem; margin: 0; }
.fields { display: grid; gap: 1rem; }
.scopes { list-style: none; margin: 0; padding: 0; }
.scopes .scopes { padding-left: 1.6rem; }
.scopes li { padding: 0.15rem 0; }
.implied { display: none; }
.scopes li:has(> label > input:checked) .scopes label { pointer-events: none; }
.scopes li:has(> label > input:checked) .scopes .implied { display: inline; font-style: italic; }
.scopes li:has(> label > input:checked) .scopes input { appearance: none; background: var(--soft); border-radius: 0.15rem; display: inline-grid;
  flex: none; height: 0.85rem; margin: 0.1875rem; place-content: center; position: relative; top: -0.1rem; width: 0.85rem; }
.scopes li:has(> label > input:checked) .scopes input::before { color: var(--ground); content: "\u2713"; font: 700 0.75rem/1 system-ui, sans-serif; }
.qr { border-radius: var(--radius); display: block; height: auto; max-width: 100%; width: 15rem; }
.secret { user-select: all; }
.codes { columns: 12rem; font-size: 1.1rem; list-style: none; margin: 1rem 0; padding: 0; }
.codes li { padding: 0.2rem 0; }
.descriptions { margin: 1rem 0; }
p > .button { margin: 0.5rem 0; }
fieldset + fieldset { margin-top: 1rem; }
.fields > h2 { margin: 0; } .fields > fieldset { margin: 0; }
.row-title a { display: inline-block; min-height: 24px; }
.row-action > summary { border: 1px solid var(--red); border-radius: var(--radius); color: var(--red); cursor: pointer; font-weight: 600; list-style: none; min-height: 36px; padding: 0.25rem 0.75rem; width: max-content; }
.row-action > summary::-webkit-details-marker { display: none; }
.row-action[open] { flex: 1 1 100%; }
`;
