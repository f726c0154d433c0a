import { enableCopyButtons } from '#pages/browser/copy-buttons.ts';
import { showScriptedElements } from '#pages/browser/elements.ts';
import { enableShell } from '#pages/browser/shell.ts';
import { enableLanguages } from './language.ts';
import { enableSearch } from './search-box.ts';
import { enableTryPanels } from './try-panel.ts';
import { enableWebSocketConsole } from './websocket-console.ts';

enableSearch();
enableShell();
enableLanguages();
enableCopyButtons();
enableTryPanels();
enableWebSocketConsole();
showScriptedElements();
