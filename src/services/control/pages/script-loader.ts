import { loadBrowserScript } from '../../../http/pages/browser-script.ts';

/** Loads the scripts of the pages below this folder, each once. */
export function createScriptLoader(): (name: string) => Promise<string> {
  const scripts = new Map<string, Promise<string>>();
  return (name) => {
    const script = scripts.get(name) ?? loadBrowserScript(`services/control/pages/${name}`);
    scripts.set(name, script);
    return script;
  };
}
