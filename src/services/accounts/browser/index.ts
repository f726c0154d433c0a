import { enableCopyButtons } from '../../../http/pages/browser/copy-buttons.ts';
import { showScriptedElements } from '../../../http/pages/browser/elements.ts';
import { enableHeader } from '../../../http/pages/browser/header.ts';

// The script of the settings, and of the pages that show a secret once.
enableCopyButtons();
enableHeader();
showScriptedElements();
