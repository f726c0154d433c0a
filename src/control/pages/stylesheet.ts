/** The rules that all pages of the control API have. */
export const controlStyle = `
main p { margin: var(--1) 0; }
.head-line { align-items: flex-end; display: flex; flex-wrap: wrap; gap: var(--3) var(--5); margin-bottom: var(--5); } .head-line > div:first-child { flex: 1 1 340px; } .head-line p { color: var(--ink-2); max-width: 68ch; }
.aligned { display: grid; gap: var(--4); grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr)); }
.aligned > * { display: grid; gap: 6px; grid-row: span 3; grid-template-rows: subgrid; }
.aligned :is(.in, .sel) { align-self: start; } .aligned .err { margin: 0; }
.aligned > :is(.wide, .actions, p) { grid-column: 1 / -1; grid-row: auto; }
.aligned > .actions { display: flex; gap: var(--2); }
.aligned > .buttons { align-self: start; display: flex; gap: var(--2); margin-top: calc(1.25rem + 6px); }
main > section, main > details, main > .scripted > section { margin-top: var(--6); } h2 { margin: 0 0 var(--2); } h3 { margin: var(--3) 0 var(--1); } section > .actions { margin-top: var(--3); }
#sign-in { display: grid; gap: var(--3); margin: var(--4) 0; max-width: 36rem; } #sign-in .btn { justify-self: start; } :root:not(.with-script) main:has(> #sign-in:not([hidden])) .scripted { display: none; }
main details > summary { font: var(--t-c); padding: var(--1) 0; } main .banner { margin: var(--3) 0; } .items .btn { flex: none; }
.toolbar { align-items: end; display: flex; flex-wrap: wrap; gap: var(--2); margin: var(--3) 0; } .toolbar .grow { flex: 1 1 20rem; }
.number { text-align: right; }
.tag { background: var(--surface-3); border-radius: 9px; color: var(--ink-2); font: var(--t-12); padding: 1px 7px; white-space: nowrap; }
svg.swatch { display: inline-block; vertical-align: -0.1rem; }
.fill-1 { fill: var(--blue); } .fill-2 { fill: var(--green); } .fill-3 { fill: var(--amber); } .fill-4 { fill: var(--violet); }
.fill-5 { fill: var(--red); } .fill-6 { fill: var(--teal); } .fill-7 { fill: var(--ink-2); } .fill-8 { fill: var(--pink); }
.legend { display: flex; flex-wrap: wrap; gap: var(--1) var(--5); list-style: none; margin: var(--2) 0; padding: 0; } .legend svg { display: inline-block; margin-right: 6px; vertical-align: -0.1rem; }
.form { align-items: end; display: grid; gap: var(--3); grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr)); }
.chart, .plot { font: var(--t-13); }
@media (max-width: 719px) { .aligned > .buttons { grid-row: auto; margin-top: 0; } }
`;
