/** The rules that all documentation pages have. A page adds those of its own elements. */
export const docsStyle = `
:target { box-shadow: -0.4rem 0 var(--bg), -0.6rem 0 var(--accent); }
body > main { font: var(--t-16); }
main h2 { margin: var(--6) 0 var(--3); } main h3 { margin: var(--5) 0 var(--1); } main p { margin: var(--1) 0; }
main ul { list-style: none; padding: 0; }
.suggestions { background: var(--overlay); border-radius: var(--r3); box-shadow: var(--shadow); font: var(--t-14); max-height: 70vh; overflow-y: auto; padding: 4px; position: absolute; right: 0; top: calc(100% + 4px); width: min(36rem, calc(100vw - 2 * var(--gutter))); z-index: 7; }
.results { max-width: var(--article); } .results a { border-radius: var(--r2); color: inherit; display: grid; font: var(--t-14); gap: 0 var(--3); grid-template-columns: 5rem minmax(0, 1fr); padding: var(--2); text-decoration: none; }
.results a > :nth-child(n + 3) { grid-column: 2; } .results a:is(:hover, :focus) { background: var(--surface-2); }
.suggestions li:first-child a { background: var(--selected); box-shadow: inset 3px 0 var(--accent); }
.result-title { font-weight: 600; } .kind { color: var(--ink-2); font: var(--t-12); line-height: inherit; }
@media (max-width: 719px) { .results a { grid-template-columns: minmax(0, 1fr); } .results a > :nth-child(n) { grid-column: 1; } .kind { order: 9; } .search-page .brand { font-size: 0; gap: 0; } }
@media (max-width: 899px) { .search-page > .top > .find { display: block; flex: 1; } .search-page :is(.find-link, .find kbd) { display: none; } }
#results .results { margin-inline: calc(-1 * var(--2)); } main > .seg { flex-wrap: wrap; }
mark { background: none; color: inherit; font-weight: 600; text-decoration: underline; }
.tags { display: flex; flex-wrap: wrap; font: var(--t-13); gap: var(--1) var(--4); margin: var(--2) 0; } .tags a { padding: 2px 0; }
`;
