import { enableCopyButtons } from '#pages/browser/copy-buttons.ts';
import { find, showScriptedElements } from '#pages/browser/elements.ts';
import { enableShell } from '#pages/browser/shell.ts';
import { Api } from '../../browser/api.ts';
import { startInspector } from './inspector.ts';

const api = new Api();
enableCopyButtons();
enableShell(true);
find(document, '#apply-filter', HTMLButtonElement).hidden = true;
document.querySelector('.unscripted')?.remove();
showScriptedElements();
void api.ready().then(() => startInspector(api));
