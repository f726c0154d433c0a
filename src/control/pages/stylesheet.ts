import { chartStylesheet } from '#pages/chart-stylesheet.ts';
import { baseStylesheet } from '#pages/stylesheet.ts';

/** The style of all pages of the control API. */
export const stylesheet = `${baseStylesheet}${chartStylesheet}
.aligned { display: grid; gap: var(--s4); grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr)); }
.aligned > * { display: grid; gap: 0.25rem; grid-row: span 3; grid-template-rows: subgrid; }
.aligned :is(input, select) { align-self: start; }
.aligned .field-error { grid-column: 1; }
.aligned > :is(.wide, .actions, p) { grid-column: 1 / -1; grid-row: auto; }
.aligned > .actions { display: flex; gap: 0.75rem; }
.aligned > button { align-self: start; display: block; margin-top: calc(1.25rem + 0.25rem); }
h2 { margin: 0 0 0.5rem; } h3 { margin: 0.75rem 0 0.25rem; }
main > section, main > details { margin-top: 1.5rem; } section > .actions { margin-top: var(--s3); }
#sign-in { display: grid; gap: 0.75rem; margin: 1rem 0; max-width: 36rem; }
main details > summary { cursor: pointer; font-size: 1rem; font-weight: 600; padding: 0.25rem 0; }
.toolbar { align-items: end; display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0.75rem 0; }
.toolbar select { width: auto; }
.toolbar .grow { flex: 1 1 20rem; }
.mono { font: var(--mono); }
.number { font-variant-numeric: tabular-nums; text-align: right; }
.tag { border: 1px solid var(--field); border-radius: var(--radius); color: var(--soft); font: var(--small); padding: 0 0.35rem; white-space: nowrap; }
svg.swatch { display: inline-block; vertical-align: -0.1rem; }
.fill-1 { fill: var(--blue); } .fill-2 { fill: var(--green); } .fill-3 { fill: var(--amber); } .fill-4 { fill: var(--violet); }
.fill-5 { fill: var(--red); } .fill-6 { fill: var(--teal); } .fill-7 { fill: var(--soft); } .fill-8 { fill: var(--pink); }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; list-style: none; margin: 0.5rem 0; padding: 0; }
.legend svg { display: inline-block; margin-right: 0.35rem; vertical-align: -0.1rem; }
.form { align-items: end; display: grid; gap: 0.75rem; grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr)); }
h3 small { font-weight: 400; }
@media (max-width: 719px) { .aligned > button { grid-row: auto; margin-top: 0; } }
`;
