/** The style of charts in SVG, in light and dark. */
export const chartStylesheet = `
.bad { color: var(--accent); } .warn { color: var(--amber); } .good { color: var(--green); }
svg { display: block; }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
svg .soft { fill: var(--soft); }
svg .axis { stroke: var(--line); }
svg .gap { fill: none; stroke: var(--field); }
.chart { border: 1px solid var(--line); border-radius: 0.4rem; overflow-x: auto; padding: 0.5rem; }
.chart svg { min-width: 34rem; }
.state { margin: 0.25rem 0 0.5rem; padding-left: 1.25rem; }
rect.bad { fill: var(--accent); } rect.warn { fill: var(--amber); } rect.good { fill: var(--green); } rect.open { fill: var(--soft); }
`;
