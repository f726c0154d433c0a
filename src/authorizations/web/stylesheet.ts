import { baseStylesheet } from '../../http/pages/stylesheet.ts';

/** Style of the pages about accounts, in light and dark, usable by keyboard and on a phone. */
export const stylesheet = `${baseStylesheet}
:root { --field: light-dark(#818b95, #6f7a85); --good: light-dark(#1a7f37, #3fb950); --bad: light-dark(#b3261e, #ff8a80);
  --on-good: light-dark(#fff, #0d1117); }
:root:not(.with-script) .scripted { display: none; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
body { overflow-wrap: anywhere; }
.skip { background: var(--ground); left: 1rem; padding: 0.5rem 1rem; position: absolute; top: -4rem; z-index: 1; }
.skip:focus { top: 1rem; }
.unseen { clip-path: inset(50%); height: 1px; margin: 0; overflow: hidden; position: absolute; white-space: nowrap; width: 1px; }
.bar { align-items: center; border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 0.5rem 1.25rem; margin-bottom: 1.5rem; padding-bottom: 0.75rem; }
.bar > :first-child { font-weight: 600; margin-right: auto; }
.bar form { margin: 0; }
h1 { font-size: 1.6rem; margin-bottom: 0.5rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 0.5rem; }
h3 { font-size: 1rem; margin: 0; }
ul.plain { list-style: none; margin: 0; padding: 0; }
.soft, small { color: var(--soft); }
.columns { display: grid; gap: 2rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 50rem) { .columns { grid-template-columns: 15rem minmax(0, 1fr); } }
.menu ul { display: grid; gap: 0 0.5rem; grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr)); list-style: none; margin: 0; padding: 0; }
@media (min-width: 50rem) { .menu ul { gap: 0.25rem; grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 50rem) { .columns { gap: 1.25rem; } .menu { font-size: 0.9rem; } }
@media (max-width: 30rem) { .bar .words { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; width: 1px; } }
.menu a { border-radius: 0.4rem; color: inherit; display: block; padding: 0.4rem 0.6rem; text-decoration: none; }
.menu a:hover { background: var(--raised); }
.menu a[aria-current] { background: var(--raised); box-shadow: inset 3px 0 var(--accent); font-weight: 600; }
.rows { border: 1px solid var(--line); border-radius: 0.5rem; list-style: none; margin: 1rem 0; padding: 0; }
.rows > li { align-items: center; display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; padding: 0.75rem 1rem; }
.rows > li + li { border-top: 1px solid var(--line); }
.row-title { font-size: 1rem; margin: 0; }
.rows > li > :first-child { flex: 1 1 14rem; min-width: 0; }
.box { border: 1px solid var(--line); border-radius: 0.5rem; margin: 1rem 0; padding: 1rem 1.25rem; }
.narrow { margin: 0 auto; max-width: 26rem; }
details.box > summary { cursor: pointer; font-weight: 600; }
form { display: grid; gap: 1rem; margin: 1rem 0; }
form.inline { display: inline-flex; gap: 0.5rem; margin: 0; }
label { display: grid; font-weight: 600; gap: 0.25rem; }
label small { font-weight: 400; }
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
label.tick { align-items: baseline; display: flex; font-weight: 400; gap: 0.5rem; }
fieldset { border: 1px solid var(--line); border-radius: 0.5rem; margin: 0; min-width: 0; padding: 0.75rem 1rem; }
legend { font-weight: 600; padding: 0 0.25rem; }
button, .button, input:not([type="checkbox"], [type="radio"]), select, textarea { background: var(--ground); border: 1px solid var(--field);
  border-radius: 0.4rem; color: inherit; font: inherit; font-weight: 400; min-height: 2.5rem; padding: 0.35rem 0.75rem; }
input:not([type="checkbox"], [type="radio"]), textarea, select { width: 100%; }
button, .button { background: var(--raised); cursor: pointer; font-weight: 600; text-decoration: none; width: max-content; max-width: 100%; }
.button { align-items: center; color: inherit; display: inline-flex; }
button:hover, .button:hover { border-color: var(--ink); }
button.main, .button.main { background: var(--good); border-color: var(--good); color: var(--on-good); }
button.danger { border-color: var(--bad); color: var(--bad); }
button.wide { justify-self: stretch; text-align: center; width: auto; }
.actions { align-items: center; display: flex; flex-wrap: wrap; gap: 0.75rem; }
.notice { background: var(--raised); border-left: 4px solid var(--good); border-radius: 0.4rem; margin: 1rem 0; padding: 0.75rem 1rem; }
.notice.bad { border-color: var(--bad); }
.notice code { font-size: 1rem; user-select: all; }
.qr { border-radius: 0.5rem; display: block; height: auto; max-width: 100%; width: 15rem; }
.secret { user-select: all; }
.codes { columns: 12rem; font-size: 1.1rem; list-style: none; margin: 1rem 0; padding: 0; }
.codes li { padding: 0.2rem 0; }
.facts { display: grid; gap: 0.35rem 1rem; grid-template-columns: minmax(0, 1fr); margin: 1rem 0; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0 0 0.5rem; }
@media (min-width: 40rem) { .facts dd { margin: 0; } .facts { grid-template-columns: 11rem minmax(0, 1fr); } }
table { border-collapse: collapse; width: 100%; }
p > .button { margin: 0.5rem 0; }
.scroll :is(th, td, code) { overflow-wrap: normal; }
.scroll code, .scroll time { white-space: nowrap; }
fieldset + fieldset { margin-top: 1rem; }
th, td { border-bottom: 1px solid var(--line); padding: 0.4rem 0.75rem 0.4rem 0; text-align: left; vertical-align: top; }
.scroll { overflow-x: auto; }
`;
