import { enableCopyButtons } from '#http/pages/browser/copy-buttons.ts';
import { showScriptedElements } from '#http/pages/browser/elements.ts';
import { enableSearchKeys } from '#http/pages/browser/search-keys.ts';

// The script of the settings, and of the pages that show a secret once.
enableCopyButtons();
enableSearchKeys();
showScriptedElements();
