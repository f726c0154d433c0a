import { enableCopyButtons } from '../../http/pages/browser/copy-buttons.ts';
import { showScriptedElements } from '../../http/pages/browser/elements.ts';
import { enableFilter } from './filter.ts';
import { enableTryPanels } from './try-panel.ts';

enableFilter();
enableCopyButtons();
enableTryPanels();
showScriptedElements();
