import { enableCopyButtons } from '../../../http/pages/browser/copy-buttons.ts';
import { showScriptedElements } from '../../../http/pages/browser/elements.ts';
import { enableFilter, followOldFragment } from './filter.ts';
import { enableLanguages } from './language.ts';
import { enableTryPanels } from './try-panel.ts';
import { enableWebSocketConsole } from './websocket-console.ts';

followOldFragment();
addEventListener('hashchange', followOldFragment);
enableFilter();
enableLanguages();
enableCopyButtons();
enableTryPanels();
enableWebSocketConsole();
showScriptedElements();
