import { showScriptedElements } from '#pages/browser/elements.ts';
import { enableSearchKeys } from '#pages/browser/search-keys.ts';
import { Api } from '../../browser/api.ts';
import { startPanel } from './panel.ts';

const api = new Api();
enableSearchKeys();
void api.ready().then(() => {
  showScriptedElements();
  startPanel(api);
});
