import { enableCopyButtons } from '../../../http/pages/browser/copy-buttons.ts';
import { showScriptedElements } from '../../../http/pages/browser/elements.ts';
import { enableHeader } from '../../../http/pages/browser/header.ts';
import { enableLanguages } from './language.ts';
import { enableSearch } from './search-box.ts';
import { enableTryPanels } from './try-panel.ts';
import { enableWebSocketConsole } from './websocket-console.ts';

enableSearch();
enableHeader();
enableLanguages();
enableCopyButtons();
enableTryPanels();
enableWebSocketConsole();
showScriptedElements();
