import { openInspector } from '../../inspector/browser/inspector.ts';
import { startBin } from './bin.ts';

void openInspector().then(({ api, feed }) => startBin(api, feed));
