// Builds the npm package into dist/package: the module, the JavaScript around it, the board, their types, and what is read.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build } from 'vite';

import { words } from '../words.js';

const HERE = dirname(fileURLToPath(import.meta.url));
const WEB = dirname(HERE);
const [OUTPUT, TYPES, MODULE] = ['dist/package', 'dist/types', 'generated/halte.wasm'].map((path) => join(WEB, path));

/** Words are parts of their own. What lies beside the module finds it there. */
const nameOf = (/** @type {{ facadeModuleId?: string | null }} */ { facadeModuleId }) => {
  const [, language, part] = /virtual:words\/(\w+)\/(\w+)$/.exec(facadeModuleId ?? '') ?? [];
  return language ? `words/${language}-${part}.js` : 'halte.js';
};

/** The words that a board needs. */
const WORDS = ['page', 'later', 'errors'];

/** The page's styles for an element that stands alone: what the whole document has there, the element has here. */
const alone = (/** @type {string} */ styles) =>
  styles.replaceAll(/:root\[data-(theme|board)=([^\]]+)\]/g, ':host([$1=$2])').replaceAll(':root', ':host');

/**
 * Puts all styles into the script that shows the board, where no page's security policy forbids them.
 * @returns {import('vite').Plugin}
 */
function inlineStyles() {
  return {
    name: 'inline-styles',
    enforce: 'post',
    generateBundle(_, bundle) {
      let styles = '';
      for (const [name, part] of Object.entries(bundle))
        if (part.type === 'asset' && name.endsWith('.css')) {
          styles += part.source;
          Reflect.deleteProperty(bundle, name);
        }
      if (!styles) this.error('there are no styles');
      for (const part of Object.values(bundle))
        if (part.type === 'chunk')
          part.code = part.code
            .replaceAll('HALTE_STYLES', () => JSON.stringify(alone(styles)))
            // Others' bundlers are to find the module.
            .replaceAll('/* @vite-ignore */', '');
    },
  };
}

/**
 * On a page of anybody the module in the package is asked, and nobody else.
 * @returns {import('vite').Plugin}
 */
function askPackage() {
  const replaced = new Map(['ask', 'module'].map((name) => [join(WEB, `src/local/${name}.ts`), `src/${name}.ts`]));
  return {
    name: 'ask-package',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!importer || !source.startsWith('.')) return null;
      const other = replaced.get(`${join(dirname(importer), source)}.ts`);
      return other ? join(HERE, other) : null;
    },
  };
}

/** The version of everything, which the package has too. */
function checkVersion() {
  const [, version] = /^version = "(.+)"$/m.exec(readFileSync(join(WEB, '../Cargo.toml'), 'utf8')) ?? [];
  const { version: own } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8'));
  if (own !== version) throw new Error(`package.json says version ${own}, Cargo.toml ${version}`);
}

if (!existsSync(MODULE)) throw new Error('there is no module: `cargo xtask package` makes it');
checkVersion();
await build({
  root: WEB,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [askPackage(), svelte({ configFile: join(WEB, 'svelte.config.js') }), words(WORDS), inlineStyles()],
  build: {
    outDir: OUTPUT,
    emptyOutDir: true,
    target: 'es2022',
    // Whoever uses it makes it small, and may want to read it before.
    minify: false,
    cssCodeSplit: false,
    lib: {
      entry: { index: join(HERE, 'src/index.ts'), board: join(HERE, 'src/board.ts') },
      formats: ['es'],
    },
    rolldownOptions: {
      external: [/^node:/],
      output: { chunkFileNames: nameOf },
      checks: { pluginTimings: false, bundlerTimings: false },
    },
  },
});

rmSync(TYPES, { recursive: true, force: true });
execFileSync(join(WEB, 'node_modules/.bin/tsc'), ['--project', HERE], { stdio: 'inherit' });
const declared = readFileSync(join(TYPES, 'package/src/index.d.ts'), 'utf8');
writeFileSync(join(OUTPUT, 'index.d.ts'), declared.replaceAll('../../generated/schema', './schema.js'));
cpSync(join(TYPES, 'generated/schema.d.ts'), join(OUTPUT, 'schema.d.ts'));
rmSync(TYPES, { recursive: true });

const copied = { 'src/board-element.d.ts': 'board.d.ts', 'package.json': 'package.json', 'README.md': 'README.md' };
for (const [from, to] of Object.entries({ ...copied, example: 'example' }))
  cpSync(join(HERE, from), join(OUTPUT, to), { recursive: true });
for (const name of ['LICENSE-MIT', 'LICENSE-APACHE']) cpSync(join(WEB, '..', name), join(OUTPUT, name));
cpSync(MODULE, join(OUTPUT, 'halte.wasm'));
