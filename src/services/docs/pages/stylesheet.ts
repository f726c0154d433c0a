import { baseStylesheet } from '../../../http/pages/stylesheet.ts';

/** The style of the documentation pages. */
export const stylesheet = `${baseStylesheet}
:root { scroll-padding-top: 1rem; }
:target { box-shadow: -0.4rem 0 var(--ground), -0.6rem 0 var(--accent); }
body > main { font: var(--text); }
h1 code { font-size: 1.5rem; font-weight: 600; }
h2 { margin: 2rem 0 0.75rem; }
h3 { margin: 1.75rem 0 0.25rem; }
:is(main, footer) ul { list-style: none; margin: 0; padding: 0; }
.lead { font-size: 1.15rem; }
.expected { color: var(--soft); }
.descriptions dt { color: inherit; }
.descriptions pre { margin-top: 0.25rem; }
.schema span { display: block; padding-left: 4ch; text-indent: -4ch; }
.method { background: var(--raised); border-radius: 0.3rem; display: inline-block; font: 600 0.75rem/1 ui-monospace, monospace;
  padding: 0.25rem 0.4rem; vertical-align: 0.1rem; }
.deprecated { border: 1px solid var(--accent); border-radius: 0.3rem; color: var(--accent); font-size: 0.75rem; font-weight: 400; padding: 0 0.35rem; }

.services { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); }
.services > li { border: 1px solid var(--line); border-radius: var(--radius); padding: 0.9rem 1.1rem; }
.services h3 { margin: 0; }
.links { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
.finder form { align-items: center; display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; margin: 1rem 0; max-width: var(--text-width); position: relative; }
.finder label { font-weight: 600; }
.finder input[type] { flex: 1 1 12rem; width: auto; }
.find { position: relative; }
.suggestions { background: var(--ground); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: 0 8px 24px rgb(0 0 0 / 20%); font: var(--tools); max-height: 70vh; overflow-y: auto; padding: 0.5rem; position: absolute; right: 0; top: calc(100% + 4px); width: min(36rem, calc(100vw - 2 * var(--gutter))); z-index: 3; }
.finder .suggestions { width: 100%; }
.results { list-style: none; margin: 0; max-width: var(--text-width); padding: 0; }
.results a { border-radius: var(--radius); color: inherit; display: grid; gap: 0 0.75rem; grid-template-columns: 5rem minmax(0, 1fr); padding: 0.5rem; text-decoration: none; }
.results a > :nth-child(n + 3) { grid-column: 2; }
.results a:hover, .results a:focus { background: var(--hover); }
.suggestions li:first-child a { background: var(--selected); box-shadow: inset 3px 0 var(--accent); }
.result-title { font-weight: 600; }
.kind { color: var(--soft); font: var(--small); line-height: inherit; }
mark { background: none; color: inherit; font-weight: 600; text-decoration: underline; }
.tags { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0.5rem 0; }
.tags a { padding: 0.1rem 0; }

main > section > h2 { border-bottom: 2px solid var(--accent); padding-bottom: 0.25rem; }
.endpoints { margin-top: 0.5rem; }
.endpoint { border-top: 1px solid var(--line); display: grid; gap: 0 1rem; padding: 0.5rem 0; }
.endpoint code { font-size: 0.95rem; }
@media (min-width: 50rem) { .endpoint { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); } }

.guides { display: grid; gap: var(--s4) var(--s6); grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); }
.guides a { display: block; font-weight: 600; }
.code { background: var(--raised); border-radius: var(--radius); margin: 0.75rem 0; min-width: 0; }
.code-head { align-items: center; color: var(--soft); display: flex; font: var(--small); justify-content: space-between; min-height: 2rem; padding: 0 0.25rem 0 0.75rem; }
.code-head button { font: var(--small); min-height: 24px; padding: 0 0.5rem; }
.guide .code pre, .code pre { background: none; margin: 0; padding-top: 0; white-space: pre; }
.code pre { overflow-wrap: normal; }
.anchor { color: var(--soft); font-weight: 400; text-decoration: none; }
:is(h2, h3, h4):not(:hover) > .anchor:not(:focus-visible) { opacity: 0; }
@media (pointer: coarse) { .anchor { opacity: 1 !important; } }
.neighbours { border-top: 1px solid var(--line); display: flex; gap: 1rem; justify-content: space-between; margin-top: 2rem; padding-top: 1rem; }
.neighbours small { display: block; }
.neighbours :last-child { text-align: right; }
.contents { display: none; }
.contents .deeper { padding-left: 0.75rem; }
.guide h2 { border-bottom: 1px solid var(--line); padding-bottom: 0.25rem; }
main .guide :is(ul, ol) { list-style: revert; margin: 0.5rem 0; padding-left: 1.5rem; }
.guide p { margin: 0.75rem 0; }
.guide :not(pre) > code { background: var(--raised); border-radius: 0.25rem; padding: 0.05rem 0.25rem; }
.guide table { font-size: 0.95rem; margin: 0.75rem 0; }

.breadcrumb { color: var(--soft); font-size: 0.9rem; margin-bottom: 0.5rem; }
.siblings ul { display: grid; gap: 0.1rem; }
.siblings a { border-radius: var(--radius); color: inherit; display: block; font-size: 0.9rem; padding: 0.25rem 0.5rem; text-decoration: none; }
.siblings a:hover, .siblings [aria-current] { background: var(--raised); }
.siblings [aria-current] { box-shadow: inset 3px 0 var(--accent); }
.siblings a:hover .method, .siblings [aria-current] .method { background: var(--ground); }
.siblings h2 { font-size: 0.875rem; margin: 1rem 0 0.25rem; }
.siblings a, .contents a { font: var(--tools); }
.contents h2 { font-size: 0.875rem; margin: 0 0 0.5rem; }
.contents a { color: var(--soft); display: block; padding: 0.15rem 0; text-decoration: none; }
.contents a:hover { color: var(--ink); text-decoration: underline; }
article { max-width: var(--text-width); min-width: 0; }
@media (min-width: 1100px) {
  :is(.guide-page, .endpoint-page) > main { display: grid; gap: 0 var(--s6); }
  .guide-page > main { grid-template: "nav text contents" / 14rem minmax(0, var(--text-width)) minmax(10rem, 1fr); }
  .endpoint-page > main { grid-template: "nav text samples" / 13rem minmax(0, 1fr) minmax(24rem, 34rem); }
  :is(.siblings, .contents, .samples) { align-self: start; display: block; max-height: 100vh; overflow-y: auto; padding-block: 0.5rem; position: sticky; top: 0; }
  .siblings { grid-area: nav; } article { grid-area: text; } .contents { grid-area: contents; } .samples { grid-area: samples; padding-inline: 2px; }
    .endpoint-page .descriptions > div { display: block; }
  .siblings > h2:first-child, .samples .title h2 { margin-top: 0; }
}
.visitors { align-items: stretch; display: grid; gap: var(--s4); grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); margin-top: 1rem; }
.visitors > li { border: 1px solid var(--line); border-radius: var(--radius); min-width: 0; padding: var(--s4); }
.visitors h2 { margin: 0 0 0.5rem; } .visitors form:not(.panel) { margin: 0.5rem 0; } .visitors .links, .visitors .language { margin-top: 0.5rem; }
.visitors .expected { display: none; }
.examples { display: grid; gap: 1.25rem; }
.example { display: grid; gap: 0.35rem 0.75rem; grid-template-columns: minmax(0, 1fr); }
.example > pre { margin: 0; overflow-wrap: normal; white-space: pre; }
h2 + .language, .title { align-items: baseline; display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; margin-bottom: 0.5rem; }
.language { align-items: center; color: var(--soft); display: flex; gap: 0.5rem; }
.language select { color: var(--ink); min-height: 2rem; padding: 0.1rem 0.5rem; width: auto; }
.others summary { cursor: pointer; }
.others p { color: var(--soft); margin-top: 0.5rem; }
.others pre { margin-top: 0.15rem; }
.example > .actions { gap: 0.5rem; }
.example > .actions button { font-weight: 500; min-height: 2rem; padding: 0.1rem 0.6rem; }

.panel { border-left: 3px solid var(--line); display: grid; gap: 0.75rem; margin: 0.75rem 0 0; padding-left: 1rem; }
.panel label { color: var(--soft); display: grid; font-size: 0.9rem; min-width: 0; }
.panel input[name], .panel textarea[name] { color: var(--ink); font: var(--mono); }
.target { display: grid; gap: 0.75rem; grid-template-columns: 6.5rem minmax(0, 1fr); }
.sign-in, .digest-sign-in { border: 1px solid var(--line); border-radius: var(--radius); display: grid; gap: 0.5rem; margin: 0; min-width: 0; padding: 0.5rem 0.75rem; }
.sign-in p, .digest-sign-in p, .limits { color: var(--soft); font-size: 0.85rem; }
.pair { display: grid; gap: 0.75rem; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); }
.log { background: var(--raised); border-radius: var(--radius); font: var(--mono); list-style: none; margin: 0; max-height: 20rem; min-height: 3rem; overflow-y: auto; padding: 0.5rem 0.75rem; }
.log .event { color: var(--soft); }
.log .sent { font-weight: 600; }
.outcome { font-weight: 600; }
.notes { color: var(--accent); }
.answer { min-width: 0; }
.answer pre { max-height: 24rem; overflow-y: auto; }
.image { background: var(--raised); display: block; margin-top: 0.5rem; max-width: 100%; }
footer ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
footer p { color: var(--soft); }
.parameters { display: grid; gap: 0.5rem 1rem; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); }
.panel .parameters :is(input, select, textarea) { align-self: end; color: var(--ink); font: var(--mono); }
.parameters label { align-content: space-between; gap: 0.15rem; }
[aria-invalid="true"] { border-color: var(--accent); }
`;
