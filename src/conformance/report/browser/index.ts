import { showScriptedElements } from '#http/pages/browser/elements.ts';
import { enableFilters } from './filters.ts';

enableFilters();
showScriptedElements();
