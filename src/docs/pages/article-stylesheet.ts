/** The style of an article beside the list of its parts or its examples: a guide, or the page of an endpoint. */
export const articleStylesheet = `
h1 code { font: 600 1.375rem/1.875rem var(--mono-f); letter-spacing: -0.03em; }
.lead { color: var(--ink-2); font: 400 1.0625rem/1.625rem var(--sans); margin-top: var(--2); } .methods { display: flex; flex-wrap: wrap; gap: 10px; margin-top: var(--2); }
.breadcrumb { color: var(--ink-2); font: var(--t-13); margin-bottom: var(--2); } .breadcrumb a { color: inherit; text-decoration: none; } .breadcrumb a:hover { color: var(--ink); text-decoration: underline; }
.param { border-top: 1px solid var(--line); padding: 10px 0; } .param > dt { font: var(--t-14); } .param > dt code { font-weight: 600; } .param small { margin-left: 8px; } .param dd { font: var(--t-14); margin-top: 2px; } .param .code { margin-top: var(--2); }
.responses > div { border-top: 1px solid var(--line); display: grid; font: var(--t-14); gap: var(--1) var(--4); grid-template-columns: 11rem minmax(0, 1fr); padding: 9px 0; } .responses .code { margin-top: var(--2); } .responses .st { white-space: normal; height: auto; } @media (max-width: 719px) { .responses > div { grid-template-columns: minmax(0, 1fr); } }
.schema span { display: block; padding-left: 4ch; text-indent: -4ch; }
:is(p, td, dd) > span > code { background: var(--surface-2); border-radius: var(--r1); font-size: 0.92em; padding: 1px 4px; }
.anchor { color: var(--ink-2); font-weight: 400; text-decoration: none; }
:is(h2, h3, h4):not(:hover) > .anchor:not(:focus-visible) { opacity: 0; }
@media (pointer: coarse) { .anchor { opacity: 1 !important; } }
.neighbours { border-top: 1px solid var(--line); display: flex; font: var(--t-14); gap: var(--4); justify-content: space-between; margin-top: var(--6); padding-top: var(--4); } .neighbours small { display: block; } .neighbours :last-child { text-align: right; }
.toc a { border-left: 2px solid var(--line); color: var(--ink-2); display: block; font: var(--t-13); padding: 4px 0 4px 12px; text-decoration: none; } .toc a:hover { color: var(--ink); } .toc .deeper a { padding-left: 24px; }
.guide :is(ul, ol) { list-style: revert; margin: var(--2) 0; padding-left: 1.5rem; } .guide :is(p, .code, .scroll) { margin: var(--3) 0; } .guide li > :is(p, .code) { margin: var(--2) 0; } .guide table { font: var(--t-14); } .guide > :first-child > :first-child { margin-top: 0; }
:is(.guide-page, .endpoint-page) > main { align-content: start; display: grid; gap: var(--5); grid-template-columns: minmax(0, var(--article)); } article > section:first-child > h2 { margin-top: 0; }
@media (min-width: 900px) and (max-width: 1099px) { .toc { justify-self: start; } }
@media (min-width: 1100px) {
  .guide-page > main { column-gap: var(--7); grid-template: auto 1fr / minmax(0, var(--article)) minmax(10rem, 15rem); } .endpoint-page > main { column-gap: var(--6); grid-template: auto 1fr / minmax(0, 1fr) minmax(0, 26.25rem); }
  .endpoint-page > .docs, .endpoint-page > main { max-width: 84rem; }
  :is(.guide-page, .endpoint-page) > main > :is(header, article) { grid-column: 1; } :is(.toc, .samples) { align-self: start; grid-area: 1 / 2 / 3 / 3; position: sticky; top: calc(var(--top) + 24px); } .samples, .toc > nav { max-height: calc(100vh - var(--top) - 72px); overflow-y: auto; scrollbar-width: thin; } .samples { padding: 2px; }
  .toc > summary { cursor: default; min-height: 24px; pointer-events: none; } .toc > summary .i { display: none; } .toc::details-content { block-size: auto; content-visibility: visible; }
}
@media (min-width: 1280px) { .endpoint-page > main { column-gap: var(--7); grid-template-columns: minmax(0, 1fr) minmax(0, 32.5rem); } }
`;
