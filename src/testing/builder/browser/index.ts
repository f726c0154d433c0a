import { enableCopyButtons } from '#pages/browser/copy-buttons.ts';
import { showScriptedElements } from '#pages/browser/elements.ts';
import { enableSearchKeys } from '#pages/browser/search-keys.ts';
import { startBuilder } from './builder.ts';

enableCopyButtons();
enableSearchKeys();
startBuilder();
showScriptedElements();
