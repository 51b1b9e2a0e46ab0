import { defineConfig } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

/** Svelte templates only: oxlint checks all scripts, with types, and svelte-check the types of components. */
export default defineConfig(svelte.configs.recommended, {
  files: ['**/*.svelte'],
  languageOptions: { globals: globals.browser, parserOptions: { parser: ts.parser } },
});
