import { chartStylesheet } from '../../../http/pages/chart-stylesheet.ts';
import { baseStylesheet } from '../../../http/pages/stylesheet.ts';

/** The style of all pages of the control API. */
export const stylesheet = `${baseStylesheet}${chartStylesheet}:root { --tint: light-dark(#fdf1f0, #2a1d1c); --chart-1: light-dark(#0b5cad, #6cb6ff);
  --chart-2: light-dark(#1a7f37, #3fb950); --chart-3: light-dark(#8a5300, #e3b341); --chart-4: light-dark(#8250df, #c297ff);
  --chart-5: light-dark(#b3261e, #ff8a80); --chart-6: light-dark(#0a6e7a, #56d4dd); --chart-7: light-dark(#59636e, #9aa4ae);
  --chart-8: light-dark(#a02c72, #f59ad3); }
body { max-width: 96rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin: 0 0 0.5rem; } h3 { font-size: 1rem; margin: 0.75rem 0 0.25rem; }
main > section, main > details { margin-top: 1.5rem; }
#sign-in { display: grid; gap: 0.75rem; margin: 1rem 0; max-width: 36rem; }
details > summary { cursor: pointer; font-size: 1.15rem; font-weight: 600; padding: 0.25rem 0; }
button.small { font-weight: 400; min-height: 1.75rem; padding: 0.1rem 0.6rem; }
.toolbar { align-items: end; display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0.75rem 0; }
.toolbar select { width: auto; }
.toolbar .grow { flex: 1 1 20rem; }
.mono { font: 0.85rem/1.5 ui-monospace, monospace; }
.number { font-variant-numeric: tabular-nums; text-align: right; }
.tag { border: 1px solid var(--field); border-radius: 0.3rem; color: var(--soft); font-size: 0.75rem; padding: 0 0.35rem; white-space: nowrap; }
svg.swatch { display: inline-block; vertical-align: -0.1rem; }
.fill-1 { fill: var(--chart-1); } .fill-2 { fill: var(--chart-2); } .fill-3 { fill: var(--chart-3); } .fill-4 { fill: var(--chart-4); }
.fill-5 { fill: var(--chart-5); } .fill-6 { fill: var(--chart-6); } .fill-7 { fill: var(--chart-7); } .fill-8 { fill: var(--chart-8); }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; list-style: none; margin: 0.5rem 0; padding: 0; }
.legend svg { display: inline-block; margin-right: 0.35rem; vertical-align: -0.1rem; }
.form { align-items: end; display: grid; gap: 0.75rem; grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr)); }
h3 small { font-weight: 400; }
`;
