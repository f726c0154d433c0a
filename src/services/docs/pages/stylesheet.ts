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
.filter { background: var(--ground); margin: 1rem 0; }
.filter, .filter form { align-items: center; display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; }
.filter form { flex: 1; }
.filter label { font-weight: 600; }
.filter input[type] { flex: 1 1 12rem; width: auto; }
.filter p { color: var(--soft); flex-basis: 100%; margin: 0; min-height: 1.55rem; }
.tags { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0.5rem 0; }
.tags a { padding: 0.1rem 0; }

section[data-group] > h2 { border-bottom: 2px solid var(--accent); padding-bottom: 0.25rem; }
.endpoints { margin-top: 0.5rem; }
.endpoint { border-top: 1px solid var(--line); display: grid; gap: 0 1rem; padding: 0.5rem 0; }
.endpoint code { font-size: 0.95rem; }
@media (min-width: 50rem) { .endpoint { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); } }

.guides { display: grid; gap: 0.6rem 2rem; grid-template-columns: repeat(auto-fill, minmax(min(24rem, 100%), 1fr)); }
.guides a { display: block; font-weight: 600; }
.guide h2 { border-bottom: 1px solid var(--line); padding-bottom: 0.25rem; }
main .guide :is(ul, ol) { list-style: revert; margin: 0.5rem 0; padding-left: 1.5rem; }
.guide p, .guide pre { margin: 0.75rem 0; }
.guide pre { white-space: pre-wrap; }
.guide :not(pre) > code { background: var(--raised); border-radius: 0.25rem; padding: 0.05rem 0.25rem; }
.guide table { font-size: 0.95rem; margin: 0.75rem 0; }

.breadcrumb { color: var(--soft); font-size: 0.9rem; margin-bottom: 0.5rem; }
.siblings ul { display: grid; gap: 0.1rem; }
.siblings a { border-radius: var(--radius); color: inherit; display: block; font-size: 0.9rem; padding: 0.25rem 0.5rem; text-decoration: none; }
.siblings a:hover, .siblings [aria-current] { background: var(--raised); }
.siblings [aria-current] { box-shadow: inset 3px 0 var(--accent); }
.siblings a:hover .method, .siblings [aria-current] .method { background: var(--ground); }
@media (min-width: 64rem) {
  .reference main { display: grid; gap: 0 3rem; grid-template-columns: minmax(0, 1fr) 17rem; }
  .siblings { align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto; position: sticky; top: 1rem; }
  .siblings h2 { margin-top: 0; }
}

.examples { display: grid; gap: 1.25rem; }
.example { display: grid; gap: 0.35rem 0.75rem; grid-template-columns: minmax(0, 1fr); }
.example > pre { align-content: center; margin: 0; }
.intro .examples { margin-top: 0.75rem; }
.intro .expected { display: none; }
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
