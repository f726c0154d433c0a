/** The style of the pages of bins. */
export const binStylesheet = `
.url { align-items: center; display: flex; flex-wrap: wrap; gap: var(--2); margin: var(--4) 0; } p.url > code { background: none; font: 400 1.125rem/1.75rem var(--mono-f); letter-spacing: -0.02em; padding: 0; user-select: all; }
.bin { display: grid; gap: var(--5) var(--6); grid-template-columns: minmax(0, 1fr); margin-top: var(--5); }
@media (min-width: 1100px) { .bin { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
.bin > section { min-width: 0; }

.bin-list { border-bottom: 1px solid var(--line); } .bin-list > li { align-items: center; border-top: 1px solid var(--line); display: grid; font: var(--t-13); gap: 4px var(--5); grid-template-columns: minmax(0, 2fr) minmax(0, 1.4fr) 7rem max-content; padding: 10px 12px; } .bin-list > li:hover { background: var(--surface-1); }
.bin-list h2 { font: var(--t-h3); letter-spacing: 0; margin: 0; } .bin-list p { margin: 0; } .address { align-items: center; display: flex; gap: 4px; } .address code { background: none; color: var(--ink-2); padding: 0; } .count { text-align: right; }
@media (max-width: 719px) { .bin-list > li { grid-template-columns: minmax(0, 1fr) max-content; padding-inline: 0; } .bin-list > li > :nth-child(2) { grid-area: 2 / 1; } .bin-list .count { grid-area: 2 / 2; } .bin-list .actions { grid-area: 1 / 2; justify-self: end; } }
#bin > .actions { margin-top: var(--4); } .facts .btn { vertical-align: middle; }
#response-fields:not([hidden]) { display: grid; gap: var(--4); } #response-fields { margin-top: var(--3); } form > :is(details, .check, .actions, .aligned) { margin-top: var(--3); }
#bin > section { margin-top: var(--5); } .requests-line { align-items: baseline; display: flex; flex-wrap: wrap; gap: 2px var(--4); margin-bottom: var(--2); } .requests-line > :is(h2, p), #bin-counts > p { margin: 0; } .requests-line > a { margin-left: auto; } #state { font: var(--t-c); } #state.lost { color: var(--danger); }
#samples { margin-top: var(--4); } #samples > summary > h2 { display: inline; font: var(--t-h3); letter-spacing: 0; } #samples > .samples { margin-top: var(--2); } #list { margin-inline: -14px -16px; } #requests #rows > .row { cursor: pointer; } #requests .row > .target { position: static; }
@media (max-width: 719px) { #list { margin-inline: calc(var(--gutter) * -1); } .requests-line > a { margin-left: 0; } }
.samples summary { min-height: 24px; } .samples pre { white-space: pre; }
.error { color: var(--danger); }
`;
