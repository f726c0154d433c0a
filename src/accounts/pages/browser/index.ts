import { enableCopyButtons } from '#pages/browser/copy-buttons.ts';
import { showScriptedElements } from '#pages/browser/elements.ts';
import { enableShell } from '#pages/browser/shell.ts';
import { enableConfirmations } from './confirmations.ts';

// The script of the settings, and of the pages that show a secret once.
enableCopyButtons();
enableShell();
enableConfirmations();
showScriptedElements();
// On a narrow screen, the menu of the settings is one line, which scrolls.
const current = document.querySelector<HTMLElement>('.settings-menu [aria-current]');
const line = current?.closest('ul');
if (current && line) line.scrollLeft = current.offsetLeft - (line.clientWidth - current.offsetWidth) / 2;
