import { enableCopyButtons } from '#pages/browser/copy-buttons.ts';
import { find, showScriptedElements } from '#pages/browser/elements.ts';
import { enableSearchKeys } from '#pages/browser/search-keys.ts';
import { Api } from '../../browser/api.ts';
import { startInspector } from './inspector.ts';

const api = new Api();
enableCopyButtons();
enableSearchKeys(true);
find(document, '#apply-filter', HTMLButtonElement).hidden = true;
document.querySelector('.unscripted')?.remove();
showScriptedElements();
void api.ready().then(() => startInspector(api));
