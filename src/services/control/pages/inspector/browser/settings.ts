import { find } from '../../../../../http/pages/browser/elements.ts';
import type { TimeForm } from './list-row.ts';

const KEY = 'sparring-inspector';

interface Settings {
  readonly timeForm: TimeForm;
  /** Percentage of the width that the list has. */
  readonly listPart: number;
}

/** Restores and keeps the preferences of the user. Nothing of requests is kept. */
export function enableSettings(setTimeForm: (form: TimeForm) => void): void {
  let settings = readSettings();
  const writeSettings = (changes: Partial<Settings>) => {
    settings = { ...settings, ...changes };
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // The browser keeps nothing.
    }
  };
  const select = find(document, '#time-form', HTMLSelectElement);
  select.value = settings.timeForm;
  setTimeForm(settings.timeForm);
  select.addEventListener('change', () => {
    const timeForm = toTimeForm(select.value);
    setTimeForm(timeForm);
    writeSettings({ timeForm });
  });
  enableSplitter(settings.listPart, (listPart) => writeSettings({ listPart }));
}

/** All pages share the storage, so each value is checked. */
function readSettings(): Settings {
  try {
    const { timeForm, listPart } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { timeForm: toTimeForm(timeForm), listPart: toPart(listPart) };
  } catch {
    return { timeForm: 'clock', listPart: DEFAULT_PART };
  }
}

const DEFAULT_PART = 55;

function toTimeForm(value: unknown): TimeForm {
  return value === 'age' || value === 'gap' ? value : 'clock';
}

function toPart(value: unknown): number {
  return typeof value === 'number' && value >= 30 && value <= 70 ? Math.round(value) : DEFAULT_PART;
}

function enableSplitter(first: number, writeSettings: (part: number) => void): void {
  const splitter = find(document, '#splitter', HTMLElement);
  const panes = find(document, '.panes', HTMLElement);
  let part = first;
  const set = (value: number) => {
    part = Math.round(Math.min(70, Math.max(30, value)));
    panes.style.setProperty('--list-part', `${part}fr`);
    panes.style.setProperty('--detail-part', `${100 - part}fr`);
    splitter.setAttribute('aria-valuenow', String(part));
  };
  set(part);
  splitter.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowLeft' ? -2 : event.key === 'ArrowRight' ? 2 : 0;
    if (step === 0) return;
    event.preventDefault();
    set(part + step);
    writeSettings(part);
  });
  splitter.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    splitter.setPointerCapture(event.pointerId);
  });
  splitter.addEventListener('pointermove', (event) => {
    if (!splitter.hasPointerCapture(event.pointerId)) return;
    const { left, width } = panes.getBoundingClientRect();
    set(((event.clientX - left) / width) * 100);
  });
  splitter.addEventListener('pointerup', () => writeSettings(part));
}
