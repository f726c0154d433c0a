import { enableCopyButtons } from '#http/pages/browser/copy-buttons.ts';
import { find, showScriptedElements } from '#http/pages/browser/elements.ts';
import { enableSearchKeys } from '#http/pages/browser/search-keys.ts';
import { Api } from '../../browser/api.ts';
import { startInspector } from './inspector.ts';

const api = new Api();
enableCopyButtons();
enableSearchKeys(true);
find(document, '#apply-filter', HTMLButtonElement).hidden = true;
document.querySelector('.unscripted')?.remove();
showScriptedElements();
void api.ready().then(() => startInspector(api));
