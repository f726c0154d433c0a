/** Short texts with a meaning: method, status with its shape, badge, scope and chip. */
export const labelStyle = `
.m { color: var(--ink-2); font: 600 0.75rem/1.25rem var(--mono-f); letter-spacing: -0.01em; }
.m-GET { color: var(--blue); } .m-POST { color: var(--green); } .m-PUT { color: var(--amber); } .m-PATCH { color: var(--violet); } .m-DELETE { color: var(--red); } :is(.m-HEAD, .m-OPTIONS, .m-TRACE, .m-WS) { color: var(--teal); }
.st { --c: var(--ink-2); --t: var(--surface-2); align-items: center; background: var(--t); border-radius: 10px; color: var(--c); display: inline-flex; font: 600 0.75rem/1.25rem var(--mono-f); gap: 6px; height: 20px; max-width: 100%; padding: 0 7px 0 6px; white-space: nowrap; }
.st::before { background: currentcolor; content: ""; flex: none; height: 8px; width: 8px; }
.s1 { --c: var(--teal); } .s2 { --c: var(--green); --t: var(--green-t); } .s3 { --c: var(--blue); --t: var(--blue-t); } .s4 { --c: var(--amber); --t: var(--amber-t); } .s5 { --c: var(--red); --t: var(--red-t); } .sx { --c: var(--pink); --t: var(--pink-t); }
.s1::before { background: none; border: 2px solid; border-radius: 50%; } .s2::before { border-radius: 50%; } .s3::before { clip-path: polygon(0 30%, 50% 30%, 50% 0, 100% 50%, 50% 100%, 50% 70%, 0 70%); }
.s4::before { clip-path: polygon(50% 4%, 100% 96%, 0 96%); } .s5::before { border-radius: 1px; } .sx::before { clip-path: polygon(20% 0, 50% 30%, 80% 0, 100% 20%, 70% 50%, 100% 80%, 80% 100%, 50% 70%, 20% 100%, 0 80%, 30% 50%, 0 20%); } .s0::before { background: none; border: 1.5px dashed; border-radius: 50%; }
.st.plain { background: none; padding: 0; }
.badge { align-items: center; background: var(--surface-3); border-radius: 9px; color: var(--ink-2); display: inline-flex; font: 500 0.6875rem/1 var(--sans); height: 18px; padding: 0 6px; white-space: nowrap; } .badge.new { background: var(--blue-t); color: var(--blue); } .badge.warn { background: var(--amber-t); color: var(--amber); }
.scope { background: var(--surface-2); border-radius: 3px; color: var(--ink-2); font: 400 0.6875rem/1.125rem var(--mono-f); padding: 0 5px; }
.chip { align-items: center; background: var(--surface-2); border: 0; border-radius: var(--r1); color: var(--ink); display: inline-flex; flex: none; font: var(--m-12); height: 24px; padding: 0 8px; white-space: nowrap; } .chip b { color: var(--ink-2); font-weight: 400; }
.chip .i { height: 12px; width: 12px; }
.chip.not { background: var(--red-t); } .chip.not b { color: var(--danger); }
.chip.add { background: none; border: 1px dashed var(--line-2); color: var(--ink-2); cursor: pointer; font: var(--t-12); gap: 4px; } .chip.add:hover { border-color: var(--control); color: var(--ink); }
`;
