import { Api } from '#control/pages/browser/api.ts';
import { enableCopyButtons } from '#pages/browser/copy-buttons.ts';
import { showScriptedElements } from '#pages/browser/elements.ts';
import { enableShell } from '#pages/browser/shell.ts';
import { Inspector } from './inspector.ts';

const api = new Api();
enableCopyButtons();
enableShell(true);
for (const form of document.querySelectorAll('.unscripted')) form.remove();
showScriptedElements();
void api.ready().then(() => new Inspector(api).start());
