/** The layout of a page with the navigation of the documentation: beside the content from 900 pixels, and folded above it below. */
export const sideStylesheet = `
.contents { border-bottom: 1px solid var(--line); } .contents > summary, .toc > summary { align-items: center; display: flex; font: var(--t-c); gap: 6px; list-style: none; min-height: 44px; } .contents > summary { padding: 0 var(--gutter); } :is(.contents, .toc) > summary .i { height: 12px; width: 12px; } :is(.contents, .toc)[open] > summary .i { rotate: 90deg; }
.side { font: var(--t-13); max-height: 60vh; overflow-y: auto; padding: 0 0 var(--4); scrollbar-width: thin; }
.filter { padding: 0 var(--4) var(--1); } .filter .hint { min-height: 1rem; margin-top: 4px; }
.side :is(h2, .group > summary) { align-items: center; display: flex; font: 600 0.8125rem/1.25rem var(--sans); gap: 6px; letter-spacing: 0; list-style: none; margin: 0; padding: 6px var(--4); } .side h2 { padding-top: 14px; } .side .group > summary { font-weight: 500; }
.group > summary .i { color: var(--ink-2); height: 12px; width: 12px; } .group[open] > summary .i { rotate: 90deg; } .n { color: var(--ink-2); font: var(--t-12); margin-left: auto; padding-left: 8px; white-space: nowrap; }
.side li a { align-items: baseline; color: var(--ink-2); display: flex; gap: 8px; padding: 4px var(--4); text-decoration: none; } .side li a:hover { background: var(--surface-1); color: var(--ink); } .side li a[aria-current] { background: var(--selected); box-shadow: inset 3px 0 var(--accent); color: var(--ink); font-weight: 500; } .side :is(a, summary):focus-visible { outline-offset: -2px; }
.side .group li a { padding-left: 34px; } .side code { font: var(--m-12); } .side .m { flex: none; font-size: 0.6875rem; min-width: 42px; }
@media (pointer: coarse) { .side :is(a, summary) { min-height: 44px; } .side li a { align-items: center; } }
@media (min-width: 900px) {
  body.docs { display: grid; grid-template: auto auto 1fr auto / 260px minmax(0, 1fr); } .docs > * { grid-column: 1 / -1; } .docs > .sub { grid-row: 2; } .docs > .foot { grid-row: 4; }
  .docs > .contents { align-self: start; border: 0; border-right: 1px solid var(--line); grid-area: 3 / 1; position: sticky; top: var(--top); } .docs > main { grid-area: 3 / 2; margin: 0; max-width: none; padding: var(--5) var(--6) var(--8); }
  .contents > summary { display: none; } .contents::details-content { block-size: auto; content-visibility: visible; } .side { height: calc(100vh - var(--top)); max-height: none; padding: var(--4) 0 var(--6); }
}
`;
