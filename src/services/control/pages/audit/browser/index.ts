import { showScriptedElements } from '../../../../../http/pages/browser/elements.ts';
import { enableHeader } from '../../../../../http/pages/browser/header.ts';
import { Api } from '../../browser/api.ts';
import { startAudit } from './audit.ts';

const api = new Api();
enableHeader();
void api.ready().then(() => {
  showScriptedElements();
  startAudit(api);
});
