import { enableCopyButtons } from '#pages/browser/copy-buttons.ts';
import { showScriptedElements } from '#pages/browser/elements.ts';
import { enableShell } from '#pages/browser/shell.ts';
import { Api } from '../../browser/api.ts';
import { startRules } from './rules.ts';

const api = new Api();
enableShell();
enableCopyButtons();
void api.ready().then(() => {
  showScriptedElements();
  startRules(api);
});
