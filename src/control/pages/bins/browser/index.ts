import { enableCopyButtons } from '#pages/browser/copy-buttons.ts';
import { showScriptedElements } from '#pages/browser/elements.ts';
import { enableShell } from '#pages/browser/shell.ts';
import { Api } from '../../browser/api.ts';
import { startBins } from './bins.ts';

const api = new Api();
enableShell();
enableCopyButtons();
void api.ready().then(() => {
  showScriptedElements();
  startBins(api);
});
