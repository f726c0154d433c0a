import { showScriptedElements } from '../../page.ts';
import { enableFilters } from './filters.ts';

enableFilters();
showScriptedElements();
