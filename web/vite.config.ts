// How the page is built: into one folder that becomes part of the server, with every file compressed beforehand.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

import { words } from './words.js';

/** Where the page is built to, for a server and for hosts that have files alone. */
const OUTPUTS = { server: 'dist/page', site: 'dist/site' };

/** The most that a first visit may load, compressed. What is loaded on demand does not count. */
const FIRST_LOAD_LIMIT = 80_000;

/** The most that the rules and engines may take, compressed; they are loaded with the first board. */
const MODULE_LIMIT = 700_000;

/** The words that every page needs. */
const FIRST_WORDS = /virtual:words\/\w+\/page$/;

/** All files below a folder. */
function filesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => statSync(join(folder, name)).isFile()).map((name) => name.replaceAll('\\', '/'));
}

/** Writes what keeps the page in the browser (`sw.js`), which knows all its files. */
function keep(output: string): Plugin {
  return {
    name: 'keep',
    apply: 'build',
    writeBundle() {
      const files = filesIn(output).filter((name) => !/^(robots\.txt|index\.html)$/.test(name));
      const hash = createHash('sha256');
      for (const name of ['index.html', ...files]) hash.update(name).update(readFileSync(join(output, name)));
      const worker = readFileSync('sw.js', 'utf8')
        .replace('FILES = []', `FILES = ${JSON.stringify(['./', ...files])}`)
        .replace("VERSION = ''", `VERSION = '${hash.digest('hex').slice(0, 12)}'`)
        .replace('IS_SITE = false', `IS_SITE = ${output === OUTPUTS.site}`);
      writeFileSync(join(output, 'sw.js'), worker);
    },
  };
}

/** Writes a compressed copy of every file beside it, and fails if the first visit loads too much. */
function compress(output: string): Plugin {
  const sizes = new Map<string, number>();
  let entry: string[] = [];
  let firstWords: string[] = [];
  return {
    name: 'compress',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
      const first = new Set(chunks.filter((chunk) => chunk.isEntry));
      for (const { imports } of first) for (const each of chunks) if (imports.includes(each.fileName)) first.add(each);
      const styles = [...first].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
      entry = ['index.html', ...[...first].map((chunk) => chunk.fileName), ...styles];
      firstWords = chunks.flatMap(({ facadeModuleId, fileName }) =>
        FIRST_WORDS.test(facadeModuleId ?? '') ? [fileName] : [],
      );
    },
    writeBundle() {
      for (const name of filesIn(output)) {
        const path = join(output, name);
        if (!/\.(css|html|js|svg|txt|wasm|webmanifest)$/.test(name)) continue;
        const bytes = readFileSync(path);
        const small = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
        writeFileSync(`${path}.br`, small);
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        sizes.set(name, small.length);
      }
      // One language is loaded, of which some take more than others.
      const spoken = Math.max(...firstWords.map((name) => sizes.get(name) ?? 0));
      const total = entry.reduce((sum, name) => sum + (sizes.get(name) ?? 0), spoken);
      console.log(`page: the first load takes ${total} bytes of at most ${FIRST_LOAD_LIMIT}`);
      if (total > FIRST_LOAD_LIMIT) throw new Error(`the first load takes ${total} bytes`);
      const module = Math.max(...[...sizes].map(([name, size]) => (name.endsWith('.wasm') ? size : 0)));
      console.log(`page: the module takes ${module} bytes of at most ${MODULE_LIMIT}`);
      if (module > MODULE_LIMIT) throw new Error(`the module takes ${module} bytes`);
    },
  };
}

export default defineConfig(({ mode }) => ({
  // A folder of files works wherever it is put.
  base: mode === 'site' ? './' : '/',
  plugins: [
    svelte(),
    words(),
    ...(mode === 'site' ? [keep(OUTPUTS.site)] : [keep(OUTPUTS.server), compress(OUTPUTS.server)]),
  ],
  build: {
    outDir: mode === 'site' ? OUTPUTS.site : OUTPUTS.server,
    emptyOutDir: true,
    // Nothing may be inlined: the server allows no data but pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every page needs comes in one file, not in one for every set of pages that share something.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
    // three.js comes in one piece, on demand. What counts is the first load, whose limit is above.
    chunkSizeWarningLimit: 700,
  },
  // The games' data lies beside this folder.
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: process.env.HALTE_SERVER ?? 'http://127.0.0.1:8080', ws: true } },
  },
  // Components are tested as a browser has them.
  ...(process.env.VITEST ? { resolve: { conditions: ['browser'] } } : {}),
  test: { include: ['src/**/*.test.ts'], testTimeout: 60_000 },
}));
