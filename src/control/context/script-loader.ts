import { createRepresentation, type Representation } from '#http/message/representation.ts';
import { type BrowserScript, loadBrowserScript } from '#pages/browser-script.ts';

/** The pages that have a script, by the names of their folders. */
const SCRIPTS = ['overview', 'inspector', 'panel', 'rules', 'audit', 'bin', 'bins'] as const;

export type ScriptName = (typeof SCRIPTS)[number];

export interface ScriptLoader {
  /** The text of a script. */
  load(name: ScriptName): Promise<string>;
  /** A script as a file, by its name such as `inspector.js`; undefined for another name. */
  read(file: string): Promise<Representation | undefined>;
}

/** Loads the scripts of the pages in the folders beside this file, each once. */
export function createScriptLoader(): ScriptLoader {
  const scripts = new Map<ScriptName, Promise<BrowserScript>>();
  const load = (name: ScriptName) => {
    const script = scripts.get(name) ?? loadBrowserScript(`control/pages/${name}`);
    scripts.set(name, script);
    return script;
  };
  return {
    async load(name) {
      return (await load(name)).text;
    },
    async read(file) {
      const name = SCRIPTS.find((each) => file === `${each}.js`);
      if (name === undefined) return undefined;
      const { text, brotli } = await load(name);
      return createRepresentation(FIELDS, Buffer.from(text), brotli);
    },
  };
}

const FIELDS = [['Content-Type', 'text/javascript; charset=utf-8']] as const;
