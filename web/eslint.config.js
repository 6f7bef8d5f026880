/** What ESLint looks at in the client: plain mistakes in every script, types and templates in TypeScript and Svelte. */
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  { ignores: ['tests/recorded/', 'src/protocol/wire.ts', 'src/protocol/rest.ts'] }, // generated files
  js.configs.recommended,
  ts.configs.strict,
  svelte.configs.recommended,
  { languageOptions: { globals: globals.browser } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      // A plain Map or Set is either local to one computation or on purpose not watched by the screen.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['**/*.ts', '**/*.svelte'],
    rules: {
      'no-undef': 'off', // TypeScript checks names, svelte-check those in templates
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_$', varsIgnorePattern: '^_$' }],
    },
  },
  {
    files: ['**/*.test.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' }, // a test that meets null fails, as it should
  },
  { files: ['*.config.{js,ts}', 'preview/*.config.ts', 'map/**'], languageOptions: { globals: globals.node } },
  { files: ['public/worker.js'], languageOptions: { globals: globals.serviceworker } },
);
