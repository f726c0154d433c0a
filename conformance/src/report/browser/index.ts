import { showScriptedElements } from '#pages/browser/elements.ts';
import { enableFilters } from './filters.ts';

enableFilters();
showScriptedElements();
