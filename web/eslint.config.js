// What a linter can find that the compilers do not.
import svelte from 'eslint-plugin-svelte';
import typescript from 'typescript-eslint';

import svelteConfig from './svelte.config.js';

export default typescript.config(
  { ignores: ['dist', 'generated', 'node_modules'] },
  ...typescript.configs.strict,
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: typescript.parser, svelteConfig } },
  },
  {
    rules: {
      // Addresses are plain: there is no router that would resolve them.
      'svelte/no-navigation-without-resolve': 'off',
      // Sets and maps here are values, made anew when they change; what is state says so.
      'svelte/prefer-svelte-reactivity': 'off',
      '@typescript-eslint/no-non-null-assertion': 'error',
    },
  },
  {
    // The server's types hold: nothing in the page gets past them. Tests may make do with parts of things.
    files: ['src/**'],
    ignores: ['**/*.test.ts'],
    rules: { '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }] },
  },
);
