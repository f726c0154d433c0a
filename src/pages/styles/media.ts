/** Touch, and the settings of the system: motion, contrast, forced colours, and print. */
export const mediaStyle = `
@media (max-width: 719px) { .btn, .in, .seg > :is(label, a) { min-height: 40px; } .btn.sm { min-height: 36px; } .btn.icon { width: 40px; } .btn.icon.sm { width: 36px; } .with-icon > kbd { display: none; } .check { align-items: center; min-height: 44px; } .check input { margin: 0; } }
@media (pointer: coarse) { .btn, .in, summary, .seg > :is(label, a) { min-height: 44px; } .btn.icon { min-width: 44px; } summary { align-content: center; } }
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important; scroll-behavior: auto !important; transition: none !important; } }
@media (prefers-contrast: more) { :root { --line: var(--control); --line-2: var(--control); --ink-2: var(--ink); } }
@media (forced-colors: active) {
  .btn, .in, .seg, .chip, .st:not(.plain), .badge, .card, .tile, .code, .banner, .pop { border: 1px solid; } .btn.primary { border-width: 2px; }
  [aria-selected="true"], [aria-current], .seg label:has(:checked) { outline: 2px solid Highlight; outline-offset: -2px; } .st::before, .switch::after { forced-color-adjust: none; }
}
@media print {
  :root { color-scheme: light; scrollbar-gutter: auto; } body { display: block; }
  .top, .skip, .foot, .toast, nav, search, .btn { display: none !important; }
  body > main { max-width: none; padding: 0; }
  main a[href^="http"]::after { content: " (" attr(href) ")"; }
  details::details-content { block-size: auto; content-visibility: visible; }
  pre, .scroll { max-height: none !important; overflow: visible !important; white-space: pre-wrap !important; }
  tr, pre, li, .row { break-inside: avoid; }
}
`;
