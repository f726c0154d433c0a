/** The style of charts in SVG, in light and dark. */
export const chartStyle = `
.chart { border: 1px solid var(--line); border-radius: var(--r2); overflow-x: auto; padding: var(--2); } .chart svg { display: block; } .chart svg:not([width]) { min-width: 34rem; }
.chart text { fill: var(--ink); font: 400 0.75rem/1 var(--sans); } .chart .soft { fill: var(--ink-2); } .chart .axis { stroke: var(--line); } .chart .gap { fill: none; stroke: var(--control); }
.state { margin: var(--1) 0 var(--2); padding-left: 1.25rem; }
rect.bad { fill: var(--red); } rect.warn { fill: var(--amber); } rect.good { fill: var(--green); } rect.open { fill: var(--ink-2); }
span.bad { color: var(--red); } span.warn { color: var(--amber); } span.good { color: var(--green); }
`;

/** The style of small bars without an axis. */
export const sparklineStyle = `
.spark { display: block; height: 24px; width: 96px; } .spark rect { fill: var(--accent); } .spark .none { fill: var(--surface-3); }
`;
