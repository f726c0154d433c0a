/** The style of the pages of bins. */
export const binStylesheet = `
.url { align-items: center; display: flex; flex-wrap: wrap; gap: var(--s3); margin: var(--s4) 0; }
.url code { font-size: 1.25rem; line-height: 1.75rem; user-select: all; }
.bin { display: grid; gap: var(--s5) var(--s6); grid-template-columns: minmax(0, 1fr); }
@media (min-width: 1100px) { .bin { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } .bin > .wide { grid-column: 1 / -1; } }
.bin > section { min-width: 0; }
.bin { margin-top: var(--s5); } #new-bin { margin: var(--s4) 0; } #bin-counts { margin: var(--s4) 0 var(--s2); } #bin > .actions { margin-top: var(--s4); }
button.copy { font-weight: 400; min-height: 28px; padding: 0 0.6rem; } .url button.copy { min-height: 36px; }
form > details, form > label.checkbox, form > .actions, form > .aligned { margin-top: var(--s3); }
.samples summary { cursor: pointer; min-height: 24px; padding: var(--s1) 0; }
.samples pre { white-space: pre; }
td.target { min-width: 11rem; } td.target, td.note { max-width: 30rem; overflow-wrap: anywhere; }
textarea { font: var(--mono); }
.error { color: var(--red); }
.danger-zone { border-top: 1px solid var(--line); padding-top: var(--s4); }
`;
