import { openInspector } from './inspector.ts';

void openInspector();
