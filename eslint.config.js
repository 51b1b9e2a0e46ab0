import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

const sources = ['src-*/**/*.{ts,svelte}'];

export default defineConfig(
  { ignores: ['dist', 'release', '.cache', 'test-results', 'test/host/**'] },
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', '*.config.ts'] },
        extraFileExtensions: ['.svelte'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // Our interfaces are made of functions that use no `this`; the rule cannot tell.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/require-await': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'No default exports: name what you export.' },
        { selector: 'TSEnumDeclaration', message: 'Use an `as const` union.' },
      ],
    },
  },
  { files: sources, rules: { 'max-lines': ['error', { max: 300 }] } },
  {
    files: sources,
    ignores: ['src-main/shell/window.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'No default exports: name what you export.' },
        {
          selector: 'NewExpression[callee.name="BrowserWindow"]',
          message: 'Windows are made in shell/window.ts only.',
        },
      ],
    },
  },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser } } },
  {
    // Each Svelte file makes a program of its own. Over the declarations `tsc -b src-shared` wrote it need not work out
    // the types of the contract and of every schema again, as it would over their sources.
    files: ['src-renderer/**'],
    languageOptions: { parserOptions: { projectService: false, project: ['src-renderer/tsconfig.json'] } },
  },
  {
    // Pages of tests are in no project; svelte-check does not read them either.
    files: ['test/**/*.svelte'],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { parserOptions: { projectService: false, parser: ts.parser } },
  },
  // Declarations of packages that come without types say what those packages do.
  { files: ['**/*.d.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['*.js', '*.config.ts'],
    extends: [ts.configs.disableTypeChecked],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
