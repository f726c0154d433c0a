import { showScriptedElements } from '../../../../../http/pages/browser/elements.ts';
import { Api } from '../../browser/api.ts';
import { startRules } from './rules.ts';

const api = new Api();
void api.ready().then(() => {
  showScriptedElements();
  startRules(api);
});
