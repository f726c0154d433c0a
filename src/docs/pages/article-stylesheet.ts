/** The style of an article between the list of its siblings and that of its parts: a guide, or the page of an endpoint. */
export const articleStylesheet = `
:root { --page: 1340px; }
h1 code { font: 600 1.375rem/1.875rem var(--mono-f); letter-spacing: -0.03em; }
.lead { color: var(--ink-2); font-size: 1.0625rem; }
.facts { font: var(--t-14); } .facts dt { color: inherit; } .facts pre { margin-top: var(--1); }
.schema span { display: block; padding-left: 4ch; text-indent: -4ch; }
.anchor { color: var(--ink-2); font-weight: 400; text-decoration: none; }
:is(h2, h3, h4):not(:hover) > .anchor:not(:focus-visible) { opacity: 0; }
@media (pointer: coarse) { .anchor { opacity: 1 !important; } }
.neighbours { border-top: 1px solid var(--line); display: flex; font: var(--t-14); gap: var(--4); justify-content: space-between; margin-top: var(--6); padding-top: var(--4); } .neighbours small { display: block; } .neighbours :last-child { text-align: right; }
.contents { display: none; } .contents .deeper { padding-left: var(--3); }
.guide :is(ul, ol) { list-style: revert; margin: var(--2) 0; padding-left: 1.5rem; } .guide :is(p, .code, .scroll) { margin: var(--3) 0; } .guide li > :is(p, .code) { margin: var(--2) 0; }
.guide table { font: var(--t-14); }
.breadcrumb { color: var(--ink-2); font: var(--t-13); margin-bottom: var(--2); } .breadcrumb a { color: inherit; }
.siblings a, .contents a { color: var(--ink-2); display: block; font: var(--t-13); overflow-wrap: anywhere; padding: 4px 10px; text-decoration: none; } .siblings a:hover, .contents a:hover { color: var(--ink); }
.siblings a { border-radius: var(--r2); } .siblings a:hover { background: var(--surface-1); } .siblings a[aria-current] { background: var(--selected); box-shadow: inset 3px 0 var(--accent); color: var(--ink); }
.siblings code { font: var(--m-12); } .siblings h2, .contents h2 { font: 600 0.8125rem/1.25rem var(--sans); letter-spacing: 0; margin: var(--4) 0 var(--1); }
article { max-width: var(--article); min-width: 0; }
@media (min-width: 1100px) {
  :is(.guide-page, .endpoint-page) > main { display: grid; gap: 0 var(--6); }
  .guide-page > main { grid-template: "nav text contents" / 14rem minmax(0, var(--article)) minmax(10rem, 1fr); }
  .endpoint-page > main { grid-template: "nav text samples" / 13rem minmax(0, 1fr) minmax(24rem, 34rem); }
  :is(.siblings, .contents, .samples) { align-self: start; display: block; max-height: calc(100vh - var(--top)); overflow-y: auto; padding-block: var(--2); position: sticky; scrollbar-width: thin; top: var(--top); }
  .siblings { grid-area: nav; } article { grid-area: text; } .contents { grid-area: contents; } .samples { grid-area: samples; padding-inline: 2px; }
  .endpoint-page .facts { grid-template-columns: minmax(0, 1fr); gap: 0; } .endpoint-page .facts dd { margin-bottom: var(--2); }
  .siblings > h2:first-child, .contents > h2, .samples .title h2 { margin-top: 0; }
}
`;
