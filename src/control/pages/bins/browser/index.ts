import { enableCopyButtons } from '#pages/browser/copy-buttons.ts';
import { showScriptedElements } from '#pages/browser/elements.ts';
import { enableShell } from '#pages/browser/shell.ts';
import { startBin } from '../../bin/browser/bin.ts';
import { Api } from '../../browser/api.ts';
import { startBins } from './bins.ts';

const api = new Api();
enableShell();
for (const token of document.querySelectorAll('input[name="page-token"]')) token.remove();
enableCopyButtons();
void api.ready().then(() => {
  showScriptedElements();
  const bin = document.querySelector('#bin');
  if (bin instanceof HTMLElement) startBin(api, bin.dataset.key ?? '');
  else startBins(api);
});
