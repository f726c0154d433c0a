import { enableCopyButtons } from '#pages/browser/copy-buttons.ts';
import { showScriptedElements } from '#pages/browser/elements.ts';
import { enableShell } from '#pages/browser/shell.ts';
import { startBuilder } from './builder.ts';

enableCopyButtons();
enableShell();
startBuilder();
showScriptedElements();
