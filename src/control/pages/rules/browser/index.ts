import { showScriptedElements } from '#pages/browser/elements.ts';
import { enableShell } from '#pages/browser/shell.ts';
import { Api } from '../../browser/api.ts';
import { startRules } from './rules.ts';

const api = new Api();
enableShell();
void api.ready().then(() => {
  showScriptedElements();
  startRules(api);
});
