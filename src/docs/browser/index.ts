import { enableCopyButtons } from '#pages/browser/copy-buttons.ts';
import { showScriptedElements } from '#pages/browser/elements.ts';
import { enableShell } from '#pages/browser/shell.ts';
import { enableEndpointFilter } from './endpoint-filter.ts';
import { enableLanguages } from './language.ts';
import { enableSearch } from './search-box.ts';
import { enableTryPanels } from './try-panel.ts';
import { enableWebSocketConsole } from './websocket-console.ts';

enableSearch();
enableShell();
enableEndpointFilter();
enableLanguages();
enableCopyButtons();
enableTryPanels();
enableWebSocketConsole();
showScriptedElements();
