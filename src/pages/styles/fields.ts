/** Fields with their label, hint and error, lists of choices, and boxes. */
export const fieldStyle = `
.in { background: var(--bg); border: 1px solid var(--control); border-radius: var(--r2); color: var(--ink); font: var(--t-14); height: var(--h); min-width: 0; padding: 0 10px; width: 100%; }
textarea.in { display: block; font: var(--m-13); height: auto; padding: 5px 10px; resize: vertical; }
.in.mono { font: var(--m-13); } .in::placeholder { color: var(--ink-2); opacity: 1; }
.in:focus { border-color: var(--accent); outline: 2px solid var(--accent); outline-offset: -1px; }
.in[aria-invalid="true"] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
.sel { display: block; min-width: 0; position: relative; } .sel > .in { appearance: none; display: block; padding-right: 30px; text-overflow: ellipsis; } .sel > .i { color: var(--ink-2); pointer-events: none; position: absolute; right: 9px; top: calc(50% - 8px); }
.with-icon { display: block; position: relative; } .with-icon > .i { color: var(--ink-2); left: 10px; pointer-events: none; position: absolute; top: calc(50% - 8px); } .with-icon > .in { padding-left: 32px; } .with-icon > kbd { pointer-events: none; position: absolute; right: 7px; top: 7px; } .with-icon > .in:focus ~ kbd { display: none; }
.field { align-content: start; display: grid; gap: 6px; min-width: 0; } .field > label, legend { font: var(--t-c); }
.hint { color: var(--ink-2); font: var(--t-12); } .err { color: var(--danger); display: flex; font: var(--t-12); gap: 6px; } .err .i { height: 14px; margin-top: 1px; width: 14px; }
.field:has(> .err) > .hint { display: none; }
.check { align-items: flex-start; display: flex; gap: var(--2); min-height: 24px; padding: 2px 0; } .check input { flex: none; margin: 2px 0 0; }
:is([type="checkbox"], [type="radio"]):not(.switch) { accent-color: var(--accent-fill); height: 16px; width: 16px; }
`;

/** Boxes whose change has its effect at once. */
export const switchStyle = `
.switch { appearance: none; background: var(--surface-2); border: 1px solid var(--control); border-radius: 8px; cursor: pointer; flex: none; height: 16px; margin: 4px 0; position: relative; width: 28px; }
.switch::after { background: var(--control); border-radius: 50%; content: ""; inset: 2px auto 2px 2px; position: absolute; transition: translate var(--fast); width: 10px; }
.switch:checked { background: var(--accent-fill); border-color: var(--accent-fill); } .switch:checked::after { background: var(--on-fill); translate: 12px; }
`;
