/** The style of the page of all bins. */
export const binsStylesheet = `
.bin-list { border-bottom: 1px solid var(--line); } .bin-list > li { align-items: center; border-top: 1px solid var(--line); display: grid; font: var(--t-13); gap: 4px var(--5); grid-template-columns: minmax(0, 2.2fr) minmax(0, 1.4fr) 96px 7rem max-content; padding: 10px 12px; } .bin-list > li:hover { background: var(--surface-1); }
.bin-list h2 { font: var(--t-h3); letter-spacing: 0; margin: 0; } .bin-list p { margin: 0; } .address { align-items: center; display: flex; gap: 4px; } .address code { background: none; color: var(--ink-2); padding: 0; } .count { text-align: right; } .last { align-items: center; display: flex; flex-wrap: wrap; gap: 0 8px; }
@media (max-width: 719px) { .bin-list > li { grid-template-columns: minmax(0, 1fr) max-content; padding-inline: 0; } .bin-list .spark { display: none; } .bin-list > li > :nth-child(2) { grid-area: 2 / 1; } .bin-list .count { grid-area: 2 / 2; } .bin-list .actions { grid-area: 1 / 2; justify-self: end; } }
`;
