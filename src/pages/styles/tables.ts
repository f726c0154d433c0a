/** Names with their values, and lists of things with actions. */
export const tableStyle = `
.kv { font: var(--m-12); table-layout: fixed; } .kv :is(th, td) { border: 0; padding: 3px 0; position: relative; } .kv th { color: var(--ink-2); font: inherit; padding-right: 12px; width: 34%; } .kv tr:hover :is(th, td) { background: var(--surface-1); }
.kv .btn { height: 24px; opacity: 0; position: absolute; right: 0; top: 0; width: 24px; } .kv :is(tr:hover, td:focus-within) .btn { background: var(--surface-2); opacity: 1; }
.facts { display: grid; font: var(--t-13); gap: 6px var(--5); grid-template-columns: minmax(6rem, max-content) minmax(0, 1fr); } .facts dt { color: var(--ink-2); }
.items { border-top: 1px solid var(--line); } .items > li { align-items: center; border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: var(--2) var(--4); padding: 10px 0; } .items > li > :first-child { flex: 1 1 14rem; min-width: 0; }
@media (max-width: 719px) { .facts { grid-template-columns: minmax(0, 1fr); gap: 0; } .facts dd { margin-bottom: var(--2); } }
`;
