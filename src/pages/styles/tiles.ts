/** Figures in tiles, and parts of a limit. */
export const tileStyle = `
.tiles { display: grid; gap: var(--3); grid-template-columns: repeat(4, minmax(0, 1fr)); }
.tile { align-content: start; background: var(--surface-1); border-radius: var(--r3); color: var(--ink); display: grid; gap: 2px; padding: 14px 16px; } a.tile:hover { background: var(--surface-2); text-decoration: none; }
.tile > .cap { color: var(--ink-2); font: 500 0.75rem/1rem var(--sans); } .tile > .big { font: 600 1.5rem/2rem var(--sans); letter-spacing: -0.02em; } .tile > .big small { font: var(--t-13); letter-spacing: 0; } .tile > p:not(.big, .cap) { color: var(--ink-2); font: var(--t-12); }
.meter { appearance: none; background: var(--surface-3); border: 0; border-radius: 2px; display: block; height: 4px; overflow: hidden; width: 100%; } .meter::-webkit-progress-bar { background: var(--surface-3); } .meter::-webkit-progress-value { background: var(--accent); } .meter::-moz-progress-bar { background: var(--accent); }
@media (max-width: 899px) { .tiles { grid-template-columns: 1fr 1fr; } }
`;
