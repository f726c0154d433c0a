/** Elements without a class, and classes for text. */
export const baseStyle = `
*, ::before, ::after { box-sizing: border-box; }
html { background: var(--bg); color: var(--ink); font: var(--t-14); font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%; scroll-padding-top: 64px; }
body { display: flex; flex-direction: column; margin: 0; min-height: 100vh; overflow-wrap: anywhere; }
h1, h2, h3, h4, p, ul, ol, dl, dd, pre, figure, fieldset, blockquote { border: 0; margin: 0; min-width: 0; padding: 0; }
legend { padding: 0; }
h1 { font: var(--t-h1); letter-spacing: -0.015em; } h2 { font: var(--t-h2); letter-spacing: -0.01em; } h3 { font: var(--t-h3); } h4 { font: 600 0.8125rem/1.25rem var(--sans); }
ul[class], ol[class], nav ul { list-style: none; } ul:not([class]), ol:not([class]) { padding-left: 1.3em; } nav ul:not([class]) { padding: 0; }
a { color: var(--accent); text-decoration: none; text-decoration-thickness: 1px; text-underline-offset: 3px; }
a:hover { text-decoration: underline; }
:is(p, dd, td) a:not(.btn) { text-decoration: underline; text-decoration-color: color-mix(in srgb, currentcolor 40%, transparent); } :is(p, dd, td) a:hover { text-decoration-color: currentcolor; }
code, pre, kbd, samp, .mono { font: var(--m-13); }
:is(p, li, td, dd, label, .hint) > code { background: var(--surface-2); border-radius: var(--r1); font-size: 0.92em; padding: 1px 4px; }
pre { background: var(--surface-1); border-radius: var(--r2); overflow-x: auto; padding: 10px 12px; scrollbar-width: thin; tab-size: 2; white-space: pre-wrap; }
kbd { background: var(--bg); border: 1px solid var(--line-2); border-bottom-width: 2px; border-radius: var(--r1); color: var(--ink-2); font: var(--t-12); padding: 0 5px; white-space: nowrap; }
small, .small { font: var(--t-12); } small, .soft { color: var(--ink-2); } h1 small { font: var(--t-16); letter-spacing: 0; }
summary { cursor: pointer; min-height: 24px; } hr { border: 0; border-top: 1px solid var(--line); margin: var(--5) 0; width: 100%; }
table { border-collapse: collapse; font: var(--t-13); width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: 7px 16px 7px 0; text-align: left; vertical-align: top; } th { color: var(--ink-2); font: 500 0.75rem/1.25rem var(--sans); }
.scroll { overflow-x: auto; } .scroll :is(th, td, code) { overflow-wrap: normal; } .scroll :is(code, time) { white-space: nowrap; }
.stack > * + * { margin-top: var(--4); }
.vh { clip-path: inset(50%); height: 1px; margin: 0; overflow: hidden; position: absolute; white-space: nowrap; width: 1px; }
[hidden], :root:not([data-theme], .with-script) :is(.scripted, .theme), :root[data-theme] .unscripted { display: none !important; } :root:not(.with-script) .scripted { visibility: hidden; }
:focus-visible { border-radius: var(--r1); outline: 2px solid var(--accent); outline-offset: 2px; }
::selection { background: light-dark(#cfe2fc, #234b86); }
.i { fill: none; flex: none; height: 16px; stroke: currentcolor; stroke-linecap: round; stroke-linejoin: round; stroke-width: 1.5; vertical-align: -3px; width: 16px; }
`;
