import { enableCopyButtons } from '#pages/browser/copy-buttons.ts';
import { showScriptedElements } from '#pages/browser/elements.ts';
import { enableSearchKeys } from '#pages/browser/search-keys.ts';

// The script of the settings, and of the pages that show a secret once.
enableCopyButtons();
enableSearchKeys();
showScriptedElements();
