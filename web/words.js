// The catalogue of words as the page needs it: found by listing, checked, declared for the compiler, and cut into what is
// loaded at once and what is loaded on demand. Run by itself it writes the declaration.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

import { FluentResource } from '@fluent/bundle';

const TOP = join(dirname(fileURLToPath(import.meta.url)), '..');
const DECLARATION = join(TOP, 'web/generated/words.d.ts');

/** Which part of the page a file belongs to. A game's name and its errors are told with everybody's. */
const OWN = { words: 'page', errors: 'errors' };

/**
 * The files of each language, by the part of the page that needs them.
 * @returns {Record<string, Record<string, string[]>>}
 */
function catalogue() {
  /** @type {Record<string, Record<string, string[]>>} */
  const languages = {};
  /** @type {(language: string, part: string, path: string) => void} */
  const add = (language, part, path) => ((languages[language] ??= {})[part] ??= []).push(path);
  for (const language of readdirSync(join(TOP, 'words')).sort())
    for (const name of readdirSync(join(TOP, 'words', language)).sort())
      // What a terminal or the server says is not for the page.
      if (name !== 'terminal.ftl' && name !== 'server.ftl')
        add(language, name.replace('.ftl', ''), join(TOP, 'words', language, name));
  for (const game of readdirSync(join(TOP, 'games')).sort())
    for (const name of readdirSync(join(TOP, 'games', game)).sort()) {
      const [, kind, language] = /^(\w+)\.(\w+)\.ftl$/.exec(name) ?? [];
      if (kind && language) add(language, OWN[kind] ?? `${game}/${kind}`, join(TOP, 'games', game, name));
    }
  return languages;
}

const text = (/** @type {string[]} */ paths) => paths.map((path) => readFileSync(path, 'utf8')).join('\n');

/**
 * What a sentence names, each with its type.
 * @returns {Map<string, string>}
 */
function variables(/** @type {unknown} */ pattern, /** @type {Map<string, string>} */ found = new Map()) {
  if (Array.isArray(pattern)) for (const each of pattern) variables(each, found);
  else if (pattern && typeof pattern === 'object') {
    const { type, name, selector, variants } = /** @type {Record<string, any>} */ (pattern);
    if (type === 'var' && !found.has(name)) found.set(name, 'string | number');
    if (type === 'select') {
      // Plurals and numbers are chosen by a number.
      const isNumber = variants.some((/** @type {any} */ { key }) => key.type === 'num' || key.value === 'one');
      if (selector.type === 'var') found.set(selector.name, isNumber ? 'number' : 'string');
      for (const { value } of variants) variables(value, found);
    }
  }
  return found;
}

/**
 * The messages of a language, and what each names. A message that stands in another needs what it names there too.
 * @returns {Map<string, Map<string, string>>}
 */
function messages(/** @type {Record<string, string[]>} */ parts) {
  // Rules, lessons and errors are found by what they belong to; the tests of the crate know what must be there.
  const common = Object.entries(parts).filter(([part]) => part !== 'errors' && !part.includes('/'));
  const all = common.flatMap(([, paths]) => new FluentResource(text(paths)).body);
  const values = new Map(all.map(({ id, value }) => [id, value]));
  /** @type {(pattern: unknown) => unknown[]} */
  const within = (pattern) =>
    (Array.isArray(pattern) ? pattern : []).map(({ type, name }) => type === 'mesg' && values.get(name));
  return new Map(all.map(({ id, value }) => [id, variables([value, within(value)])]));
}

/** Writes the declaration, and refuses a catalogue whose languages differ. */
export function declare() {
  const languages = catalogue();
  const [first, ...others] = Object.values(languages).map(messages);
  const sorted = (/** @type {Iterable<string> | undefined} */ names) => [...(names ?? [])].sort();
  for (const other of others)
    for (const id of sorted(new Set([...first.keys(), ...other.keys()]))) {
      const [here, there] = [first.get(id), other.get(id)];
      if (!here || !there || `${sorted(here.keys())}` !== `${sorted(there.keys())}`)
        throw new Error(`${id} does not name the same in every language, or is missing`);
      // What one language needs as a number is handed to all as one.
      for (const [name, type] of there) if (type === 'number') here.set(name, type);
    }
  const ids = [...first].sort().map(([id, names]) => {
    const typed = sorted(names.keys()).map((name) => `${name}: ${names.get(name)}`);
    return `    '${id}': ${typed.length > 0 ? `{ ${typed.join('; ')} }` : 'undefined'};`;
  });
  const union = (/** @type {string[]} */ names) => names.map((name) => `'${name}'`).join(' | ');
  // A part of a game is named by it: `mobius/rules`.
  const kinds = Object.values(languages).flatMap((files) => Object.keys(files).map((part) => part.split('/')));
  const parts = sorted(new Set(kinds.map(([part, kind]) => (kind ? `\`\${string}/${kind}\`` : `'${part}'`))));
  // English errors are told by the server in its own words; every other language has words for each code.
  const errors = Object.values(languages).flatMap(({ errors }) =>
    errors ? [new FluentResource(text(errors)).body] : [],
  );
  const codes = (errors[0] ?? []).map(({ id }) => id.replace('error-', ''));
  const explained = codes.filter((code) => errors.every((body) => body.some(({ id }) => id === `error-${code}`)));
  const declaration = `// Made from the catalogue of words by words.js.
declare module 'virtual:words' {
  export type Language = ${union(Object.keys(languages))};
  export type Part = ${parts.join(' | ')};
  /** The errors that have words in every language. */
  export type ExplainedCode = ${union(explained)};
  /** What can be said, and what it names. */
  export interface Messages {
${ids.join('\n')}
  }
  /** The words of a part of the page. */
  export function load(language: Language, part: Part): Promise<string>;
}
`;
  mkdirSync(dirname(DECLARATION), { recursive: true });
  writeFileSync(DECLARATION, declaration);
}

const MODULE = 'virtual:words';

/**
 * Brings the words into the page: `virtual:words` loads those of one language and one part, of all parts or of some.
 * @returns {import('vite').Plugin}
 */
export function words(/** @type {string[] | null} */ some = null) {
  return {
    name: 'words',
    buildStart: declare,
    resolveId: (id) => (id.startsWith(MODULE) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${MODULE}`)) return undefined;
      const languages = catalogue();
      const [, language = '', ...part] = id.split('/');
      const paths = languages[language]?.[part.join('/')];
      if (paths) {
        for (const path of paths) this.addWatchFile(path);
        return `export default ${JSON.stringify(text(paths))}`;
      }
      const loaders = Object.entries(languages).flatMap(([language, parts]) =>
        Object.keys(parts)
          .filter((part) => some?.includes(part) ?? true)
          .map((part) => `'${language}/${part}': () => import('${MODULE}/${language}/${part}')`),
      );
      // English errors are in the server's own words: there is no such part.
      return `const LOADERS = { ${loaders.join(', ')} };
        export const load = async (language, part) => (await LOADERS[language + '/' + part]?.())?.default ?? '';`;
    },
  };
}

if (argv[1] === fileURLToPath(import.meta.url)) declare();
