import { enableCopyButtons } from '../../../../http/pages/browser/copy-buttons.ts';
import { showScriptedElements } from '../../../../http/pages/browser/elements.ts';
import { startBuilder } from './builder.ts';

enableCopyButtons();
startBuilder();
showScriptedElements();
