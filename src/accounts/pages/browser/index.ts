import { enableCopyButtons } from '#pages/browser/copy-buttons.ts';
import { showScriptedElements } from '#pages/browser/elements.ts';
import { enableShell } from '#pages/browser/shell.ts';

// The script of the settings, and of the pages that show a secret once.
enableCopyButtons();
enableShell();
showScriptedElements();
