import { enableCopyButtons } from '#pages/browser/copy-buttons.ts';
import { showScriptedElements } from '#pages/browser/elements.ts';
import { enableSearchKeys } from '#pages/browser/search-keys.ts';
import { enableLanguages } from './language.ts';
import { enableSearch } from './search-box.ts';
import { enableTryPanels } from './try-panel.ts';
import { enableWebSocketConsole } from './websocket-console.ts';

enableSearch();
enableSearchKeys();
enableLanguages();
enableCopyButtons();
enableTryPanels();
enableWebSocketConsole();
showScriptedElements();
