/** The style of the page of a bin, above the inspector. */
export const binStylesheet = `
.aligned { display: grid; gap: var(--4); grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr)); }
.aligned > * { display: grid; gap: 6px; grid-row: span 3; grid-template-rows: subgrid; }
.aligned :is(.in, .sel) { align-self: start; } .aligned .err { margin: 0; }
.aligned > :is(.wide, .actions, p) { grid-column: 1 / -1; grid-row: auto; }
.aligned > .actions { display: flex; gap: var(--2); }
.aligned > .buttons { align-self: start; display: flex; gap: var(--2); margin-top: calc(1.25rem + 6px); }
@media (max-width: 719px) { .aligned > .buttons { grid-row: auto; margin-top: 0; } }
#bin { border-bottom: 1px solid var(--line); margin: 0; max-height: 60vh; overflow-y: auto; padding: var(--3) var(--4) var(--2); } #bin .actions { gap: 4px var(--2); }
.url { background: none; font: 400 1.125rem/1.75rem var(--mono-f); letter-spacing: -0.02em; padding: 0; user-select: all; }
.others { align-items: center; display: flex; flex-wrap: wrap; font: var(--t-13); gap: 0 var(--4); } .others .btn { vertical-align: middle; }
#requests .badge.bin { display: none; }
#bin-forms { display: flex; flex-wrap: wrap; gap: 0 var(--4); margin-top: 4px; } #bin-forms > details[open] { flex-basis: 100%; padding-bottom: var(--3); } #bin-forms > details > summary { font: var(--t-13); padding: 4px 0; }
#response-fields:not([hidden]) { display: grid; gap: var(--4); } #response-fields, form > :is(details, .check, .actions, .aligned) { margin-top: var(--3); }
#bin form { max-width: var(--page); } .samples pre { white-space: pre; }
main:has(> .with-detail) > #bin { max-height: 40vh; }
@media (max-width: 719px), (max-width: 1099px) and (max-height: 600px) { [data-theme] main:has(> .with-detail) > #bin { display: none; } }
@media (max-width: 719px) { #bin { padding-inline: var(--gutter); } }
@media print { #bin { display: none; } }
html:not([data-theme]) #bin { max-height: none; overflow: visible; }
`;
