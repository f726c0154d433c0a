/** The style of all pages, in light and dark: colours, type, landmarks and components. */
export const baseStylesheet = `
:root { color-scheme: light dark; --ink: light-dark(#1b1f24, #e6e8eb); --soft: light-dark(#59636e, #9aa4ae);
  --line: light-dark(#d5dae0, #343b43); --field: light-dark(#818b95, #6f7a85); --ground: light-dark(#fff, #14171a);
  --raised: light-dark(#f4f6f8, #1d2227); --accent: light-dark(#b3261e, #ff8a80); --good: light-dark(#1a7f37, #3fb950);
  --on-good: light-dark(#fff, #0d1117); }
:root:not(.with-script) .scripted, [hidden] { display: none !important; }
* { box-sizing: border-box; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
body { background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; margin: 0 auto; max-width: 60rem;
  overflow-wrap: anywhere; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 2rem; margin: 0; } h1 small { font-size: 1rem; font-weight: 400; }
p { margin: 0.25rem 0; }
a { color: var(--accent); }
code, pre { font: 0.9rem/1.5 ui-monospace, monospace; }
pre { background: var(--raised); border-radius: 0.4rem; margin: 0.5rem 0 0; overflow-x: auto; padding: 0.5rem 0.75rem; white-space: pre-wrap; }
.soft, small { color: var(--soft); }
.skip { background: var(--ground); left: 1rem; padding: 0.5rem 1rem; position: absolute; top: -4rem; z-index: 1; }
.skip:focus { top: 1rem; }
.unseen { clip-path: inset(50%); height: 1px; margin: 0; overflow: hidden; position: absolute; white-space: nowrap; width: 1px; }
.bar { align-items: center; border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 0.5rem 1.25rem; margin-bottom: 1.5rem; padding-bottom: 0.75rem; }
.brand { align-items: center; color: inherit; display: inline-flex; font-weight: 600; gap: 0.5rem; margin-right: auto; text-decoration: none; }
.brand:hover { text-decoration: underline; }
.logo { flex: none; height: 1.75rem; width: 1.75rem; }
.site { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
.site a { border-bottom: 2px solid transparent; color: inherit; padding: 0.15rem 0; text-decoration: none; }
.site a:hover { border-color: var(--line); }
.site a[aria-current] { border-color: var(--accent); font-weight: 600; }
.account { align-items: center; display: flex; flex-wrap: wrap; gap: 0.5rem 1.25rem; }
.bar form { margin: 0; }
footer { border-top: 1px solid var(--line); margin-top: 3rem; padding-top: 1rem; }

button, .button, input:not([type="checkbox"], [type="radio"]), select, textarea { background: var(--ground); border: 1px solid var(--field);
  border-radius: 0.4rem; color: inherit; font: inherit; font-weight: 400; min-height: 2.5rem; padding: 0.35rem 0.75rem; }
input:not([type="checkbox"], [type="radio"]), select, textarea { width: 100%; }
input[type="checkbox"] { accent-color: var(--accent); }
textarea { resize: vertical; }
::placeholder { color: var(--soft); opacity: 1; }
button, .button { background: var(--raised); cursor: pointer; font-weight: 600; max-width: 100%; text-decoration: none; width: max-content; }
.button { align-items: center; color: inherit; display: inline-flex; }
button:hover, .button:hover { border-color: var(--ink); }
button:disabled { cursor: default; opacity: 0.5; }
button.primary, .button.primary { background: var(--good); border-color: var(--good); color: var(--on-good); }
button.danger { border-color: var(--accent); color: var(--accent); }
button.wide { justify-self: stretch; text-align: center; width: auto; }
fieldset { border: 1px solid var(--line); border-radius: 0.5rem; margin: 0; min-width: 0; padding: 0.75rem 1rem; }
legend { font-weight: 600; padding: 0 0.25rem; }
legend small, .field small { font-weight: 400; }
.field { align-content: start; display: grid; gap: 0.25rem; min-width: 0; }
.field label { font-weight: 600; }
label.checkbox { align-items: baseline; display: flex; font-weight: 400; gap: 0.5rem; }
.actions { align-items: center; display: flex; flex-wrap: wrap; gap: 0.75rem; }
.notice { background: var(--raised); border-left: 4px solid var(--good); border-radius: 0.4rem; margin: 1rem 0; padding: 0.75rem 1rem; }
.notice.error { border-color: var(--accent); }
.notice code { font-size: 1rem; user-select: all; }
.descriptions { display: grid; gap: 0.35rem; grid-template-columns: minmax(0, 1fr); margin: 0; }
.descriptions dt { color: var(--soft); }
.descriptions dd { margin: 0 0 0 1rem; }
@media (min-width: 50rem) {
  .descriptions > div { display: grid; gap: 1rem; grid-template-columns: 13rem minmax(0, 1fr); }
  .descriptions dd { margin: 0; }
}
.rows { border: 1px solid var(--line); border-radius: 0.5rem; list-style: none; margin: 1rem 0; padding: 0; }
.rows > li { align-items: center; display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; padding: 0.75rem 1rem; }
.rows > li + li { border-top: 1px solid var(--line); }
.rows > li > :first-child { flex: 1 1 14rem; min-width: 0; }
.scroll { overflow-x: auto; }
.scroll :is(th, td, code) { overflow-wrap: normal; }
.scroll code, .scroll time { white-space: nowrap; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: 0.4rem 0.75rem 0.4rem 0; text-align: left; vertical-align: top; }
`;
