import { colourProperties } from './colours.ts';
import { themeStylesheet } from './theme.ts';

/** Colours, type and spaces, which all stylesheets use by name. */
const properties = `
:root { ${colourProperties}
  --accent: var(--red); --radius: 6px; --width: 90rem; --gutter: 24px; --text-width: 44rem; --header: 48px;
  --s1: 4px; --s2: 8px; --s3: 12px; --s4: 16px; --s5: 24px; --s6: 32px; --s7: 48px;
  --tools: 0.875rem/1.25rem system-ui, sans-serif; --text: 1rem/1.625rem system-ui, sans-serif; --small: 0.75rem/1rem system-ui, sans-serif;
  --mono: 0.8125rem/1.25rem ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
@media (max-width: 719px) { :root { --gutter: 16px; } }
@media (min-width: 720px) { :root { scrollbar-gutter: stable; } }
`;

/** Header, section row, main content and footer: the same width and gutter on all pages. */
const layout = `
body { background: var(--ground); color: var(--ink); font: var(--tools); font-variant-numeric: tabular-nums; margin: 0; overflow-wrap: anywhere; }
.bar, .section, body > main, body > footer { box-sizing: border-box; margin: 0 auto; max-width: var(--width); padding: 0 var(--gutter); width: 100%; }
body > header { border-bottom: 1px solid var(--line); font: var(--tools); }
.bar { align-items: center; display: flex; gap: var(--s5); height: var(--header); position: relative; }
.bar a, .section a, .menu a { color: inherit; text-decoration: none; }
.brand { align-items: center; display: inline-flex; flex: none; font-weight: 600; gap: var(--s2); }
.bar a:hover, .section a:hover { text-decoration: underline; }
.logo { flex: none; height: 24px; width: 24px; }
.site, .section { display: flex; gap: var(--s5); overflow-x: auto; white-space: nowrap; }
.site { align-self: stretch; flex: none; }
.site a, .section a { align-items: center; border-top: 2px solid transparent; display: inline-flex; min-height: 24px; }
.site a[aria-current], .section a[aria-current] { border-bottom: 2px solid var(--accent); color: var(--ink); }
.site a:not([aria-current]), .section a:not([aria-current]) { color: var(--soft); padding-bottom: 2px; }
.section { border-bottom: 1px solid var(--line); height: 37px; max-width: none; padding: 0 max(var(--gutter), calc((100% - var(--width)) / 2 + var(--gutter))); }
.find { flex: 1; margin: 0; } .find input[type] { display: block; margin-left: auto; max-width: 16rem; min-height: 32px; }
.find-link { display: none; }
.account { align-items: center; display: flex; flex: none; gap: var(--s4); margin-left: auto; white-space: nowrap; }
.account form { display: block; margin: 0; }
.theme, .account button { min-height: 32px; padding: 0 var(--s3); }
.menu { display: none; }
.menu > summary { border: 1px solid var(--field); border-radius: var(--radius); cursor: pointer; list-style: none; padding: var(--s1) var(--s3); }
.menu > summary::-webkit-details-marker { display: none; }
.menu > nav { background: var(--ground); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: 0 8px 24px rgb(0 0 0 / 20%); max-height: calc(100vh - 64px); min-width: 14rem; overflow-y: auto; padding: var(--s2); position: absolute; right: var(--gutter); top: 44px; z-index: 3; }
.menu ul { list-style: none; margin: 0; padding: 0; } .menu ul ul { padding-left: var(--s4); }
.menu :is(a, li > span) { align-items: center; display: flex; min-height: 44px; padding: 0 var(--s2); } .menu li > span { color: var(--soft); min-height: 32px; }
.menu a[aria-current] { background: var(--selected); box-shadow: inset 3px 0 var(--accent); font-weight: 600; }
.menu .account { margin: var(--s2) 0 0; border-top: 1px solid var(--line); justify-content: space-between; padding: var(--s2) 0 0; }
@media (max-width: 719px) {
  .bar { gap: var(--s3); } .bar > :is(.site, .find), .bar:not(.solo) > .account, body > .section { display: none; }
  .find-link { align-items: center; display: flex; height: 44px; justify-content: center; width: 44px; } .theme { min-height: 44px; min-width: 44px; }
  .menu { display: block; } .bar > .brand { margin-right: auto; }
}
body > main { padding-block: var(--s5) var(--s7); }
body > footer { padding-block: var(--s4) var(--s6); position: relative; }
body > footer::before { border-top: 1px solid var(--line); content: ""; inset: 0 var(--gutter) auto; position: absolute; }
.skip { background: var(--ground); left: 16px; padding: 8px 16px; position: absolute; top: -64px; z-index: 4; }
.skip:focus { top: 4px; }
`;

const text = `
:root:not(.with-script) .scripted, [hidden] { display: none !important; }
* { box-sizing: border-box; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
h1, h2, h3 { line-height: 1.3; }
h1 { font-size: 1.75rem; margin: 0; } h1 small { font-size: 1rem; font-weight: 400; }
h2 { font-size: 1.25rem; } h3 { font-size: 1rem; }
p { margin: 0.25rem 0; }
a { color: var(--accent); }
code, pre { font: var(--mono); }
pre { background: var(--raised); border-radius: var(--radius); margin: 0.5rem 0 0; overflow-x: auto; padding: 0.5rem 0.75rem; white-space: pre-wrap; }
.soft, small { color: var(--soft); }
small { font: var(--small); }
.unseen { clip-path: inset(50%); height: 1px; margin: 0; overflow: hidden; position: absolute; white-space: nowrap; width: 1px; }
`;

const controls = `
button, .button, input:not([type="checkbox"], [type="radio"]), select, textarea { background: var(--ground); border: 1px solid var(--field);
  border-radius: var(--radius); color: inherit; font: inherit; font-weight: 400; min-height: 36px; padding: 0.25rem 0.75rem; }
input:not([type="checkbox"], [type="radio"]), select, textarea { width: 100%; }
input[type="checkbox"], input[type="radio"] { accent-color: var(--accent); }
textarea { resize: vertical; }
::placeholder { color: var(--soft); opacity: 1; }
button, .button { background: var(--raised); cursor: pointer; font-weight: 600; max-width: 100%; text-decoration: none; width: max-content; }
.button { align-items: center; color: inherit; display: inline-flex; }
button:hover, .button:hover { border-color: var(--ink); }
button:disabled { cursor: default; opacity: 0.5; }
button.primary, .button.primary { background: var(--green); border-color: var(--green); color: var(--on-green); }
button.danger { border-color: var(--red); color: var(--red); }
button.wide { justify-self: stretch; text-align: center; width: auto; }
button.small, .small > button { font-weight: 400; min-height: 28px; padding: 0 0.6rem; }
fieldset { border: 1px solid var(--line); border-radius: var(--radius); margin: 0; min-width: 0; padding: 0.75rem 1rem; }
legend { font-weight: 600; padding: 0 0.25rem; }
legend small, .field small { font-weight: 400; }
.field { align-content: start; display: grid; gap: 0.25rem; min-width: 0; }
.field label { font-weight: 600; }
.field-error { color: var(--red); margin: 0; }
label.checkbox { align-items: baseline; display: flex; font-weight: 400; gap: 0.5rem; min-height: 24px; padding-block: 4px; }
.actions { align-items: center; display: flex; flex-wrap: wrap; gap: 0.75rem; }
@media (pointer: coarse) { button, .button, input:not([type="checkbox"], [type="radio"]), select, summary { align-content: center; min-height: 44px; } }
`;

const blocks = `
.notice { background: var(--raised); border-left: 4px solid var(--green); border-radius: var(--radius); margin: 1rem 0; padding: 0.75rem 1rem; }
.notice.error { border-color: var(--red); }
.notice code { font-size: 1rem; user-select: all; }
.descriptions { display: grid; gap: 0.35rem; grid-template-columns: minmax(0, 1fr); margin: 0; }
.descriptions dt { color: var(--soft); }
.descriptions dd { margin: 0 0 0 1rem; }
@media (min-width: 50rem) {
  .descriptions > div { display: grid; gap: 1rem; grid-template-columns: 13rem minmax(0, 1fr); }
  .descriptions dd { margin: 0; }
}
.rows { border: 1px solid var(--line); border-radius: var(--radius); list-style: none; margin: 1rem 0; padding: 0; }
.rows > li { align-items: center; display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; padding: 0.75rem 1rem; }
.rows > li + li { border-top: 1px solid var(--line); }
.rows > li > :first-child { flex: 1 1 14rem; min-width: 0; }
.scroll { overflow-x: auto; }
.scroll :is(th, td, code) { overflow-wrap: normal; }
.scroll code, .scroll time { white-space: nowrap; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: 0.4rem 0.75rem 0.4rem 0; text-align: left; vertical-align: top; }
`;

/** Settings of the system: reduced motion, forced colours, and print. */
const media = `
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important; scroll-behavior: auto !important; transition: none !important; } }
@media (forced-colors: active) {
  .site a, .section a { border-top: 0; }
  :is(button, .button).primary { border-width: 2px; }
  [aria-current]:not(.site *, .section *), [aria-selected="true"] { outline: 2px solid Highlight; outline-offset: -2px; }
}
@media print {
  :root { color-scheme: light; scrollbar-gutter: auto; }
  body > header, nav, .skip, body > footer, button, .button, search { display: none !important; }
  body > main { max-width: none; padding: 0; }
  main a[href^="http"]::after { content: " (" attr(href) ")"; }
  details::details-content { block-size: auto; content-visibility: visible; }
  pre, .scroll { max-height: none !important; overflow: visible !important; white-space: pre-wrap; }
  tr, pre, li { break-inside: avoid; }
}
`;

/** The style of all pages, in light and dark: colours, type, landmarks and components. */
export const baseStylesheet = `${themeStylesheet}${properties}${layout}${text}${controls}${blocks}${media}`;
