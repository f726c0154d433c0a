import { enableCopyButtons } from '../../../../http/pages/browser/copy-buttons.ts';
import { showScriptedElements } from '../../../../http/pages/browser/elements.ts';
import { enableHeader } from '../../../../http/pages/browser/header.ts';
import { startBuilder } from './builder.ts';

enableCopyButtons();
enableHeader();
startBuilder();
showScriptedElements();
