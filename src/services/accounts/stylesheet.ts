import { baseStylesheet } from '../../http/pages/stylesheet.ts';

/** The style of the account pages. */
export const stylesheet = `${baseStylesheet}
h1 { font-size: 1.6rem; margin-bottom: 0.5rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 0.5rem; }
h3 { font-size: 1rem; margin: 0; }
.settings { display: grid; gap: 1.25rem 2rem; grid-template-columns: minmax(0, 1fr); grid-template-rows: auto auto 1fr; min-height: 100vh; }
.settings > header .bar { margin: 0; }
@media (min-width: 50rem) {
  .settings { grid-template-columns: 15rem minmax(0, 1fr); grid-template-rows: auto 1fr; }
  .settings > header { grid-column: 1 / -1; }
}
.menu ul { display: grid; gap: 0 0.5rem; grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr)); list-style: none; margin: 0; padding: 0; }
@media (min-width: 50rem) { .menu ul { gap: 0.25rem; grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 50rem) { .menu { font-size: 0.9rem; } }
@media (max-width: 30rem) { .bar .prefix { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; width: 1px; } }
.menu a { border-radius: 0.4rem; color: inherit; display: block; padding: 0.4rem 0.6rem; text-decoration: none; }
.menu a:hover { background: var(--raised); }
.menu a[aria-current] { background: var(--raised); box-shadow: inset 3px 0 var(--accent); font-weight: 600; }
.row-title { font-size: 1rem; margin: 0; }
.box { border: 1px solid var(--line); border-radius: 0.5rem; margin: 1rem 0; padding: 1rem 1.25rem; }
.narrow { margin: 0 auto; max-width: 26rem; }
details.box > summary { cursor: pointer; font-weight: 600; }
form { display: grid; gap: 1rem; margin: 1rem 0; }
form.inline { display: inline-flex; gap: 0.5rem; margin: 0; }
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
.qr { border-radius: 0.5rem; display: block; height: auto; max-width: 100%; width: 15rem; }
.secret { user-select: all; }
.codes { columns: 12rem; font-size: 1.1rem; list-style: none; margin: 1rem 0; padding: 0; }
.codes li { padding: 0.2rem 0; }
.descriptions { margin: 1rem 0; }
p > .button { margin: 0.5rem 0; }
fieldset + fieldset { margin-top: 1rem; }
`;
