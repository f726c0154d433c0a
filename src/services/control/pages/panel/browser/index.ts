import { showScriptedElements } from '../../../../../http/pages/browser/elements.ts';
import { Api } from '../../browser/api.ts';
import { startPanel } from './panel.ts';

const api = new Api();
void api.ready().then(() => {
  showScriptedElements();
  startPanel(api);
});
