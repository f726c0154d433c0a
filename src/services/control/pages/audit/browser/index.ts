import { showScriptedElements } from '../../../../../http/pages/browser/elements.ts';
import { Api } from '../../browser/api.ts';
import { startAudit } from './audit.ts';

const api = new Api();
void api.ready().then(() => {
  showScriptedElements();
  startAudit(api);
});
