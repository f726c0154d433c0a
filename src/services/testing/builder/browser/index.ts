import { enableCopyButtons } from '#http/pages/browser/copy-buttons.ts';
import { showScriptedElements } from '#http/pages/browser/elements.ts';
import { enableSearchKeys } from '#http/pages/browser/search-keys.ts';
import { startBuilder } from './builder.ts';

enableCopyButtons();
enableSearchKeys();
startBuilder();
showScriptedElements();
