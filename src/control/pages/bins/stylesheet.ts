/** The style of the pages of bins. */
export const binStylesheet = `
.url { align-items: center; display: flex; flex-wrap: wrap; gap: var(--2); margin: var(--4) 0; } p.url > code { background: none; font: 400 1.125rem/1.75rem var(--mono-f); letter-spacing: -0.02em; padding: 0; user-select: all; }
.bin { display: grid; gap: var(--5) var(--6); grid-template-columns: minmax(0, 1fr); margin-top: var(--5); }
@media (min-width: 1100px) { .bin { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } .bin > .wide { grid-column: 1 / -1; } }
.bin > section { min-width: 0; }
#new-bin { margin: var(--4) 0; } #bin-counts { margin: var(--4) 0 var(--2); } #bin > .actions { margin-top: var(--4); } .facts .btn { vertical-align: middle; }
form > :is(details, .check, .actions, .aligned) { margin-top: var(--3); }
.samples summary { min-height: 24px; } .samples pre { white-space: pre; }
td.target { min-width: 11rem; } td.target, td.note { max-width: 30rem; overflow-wrap: anywhere; }
.error { color: var(--danger); }
.danger-zone { border-top: 1px solid var(--line); padding-top: var(--4); }
`;
