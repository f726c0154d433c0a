import { enableCopyButtons } from '../../../../../http/pages/browser/copy-buttons.ts';
import { find, showScriptedElements } from '../../../../../http/pages/browser/elements.ts';
import { Api } from '../../browser/api.ts';
import { startInspector } from './inspector.ts';

const api = new Api();
enableCopyButtons();
find(document, '#apply-filter', HTMLButtonElement).hidden = true;
showScriptedElements();
void api.ready().then(() => startInspector(api));
