import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import vue from 'eslint-plugin-vue'
import { defineConfig } from 'eslint/config'
import ts from 'typescript-eslint'

// What oxlint does not read: the templates of .vue files, and scripts. Everything else, with the scripts of .vue
// files: .oxlintrc.json, in a tenth of the time.

const vueFiles = ['src/**/*.vue']

export default defineConfig(
  {
    ignores: [
      'app/dist*/',
      'release/',
      '**/node_modules/',
      'tests/fixtures/',
      'tests/golden/',
      'test-results/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { files: ['**/*.{js,mjs,cjs}'], extends: [js.configs.recommended] },
  {
    files: vueFiles,
    plugins: { '@typescript-eslint': ts.plugin },
    extends: [vue.configs['flat/recommended']],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      'vue/no-v-html': 'error',
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/component-api-style': ['error', ['script-setup']],
      'vue/multi-word-component-names': 'error',
      // An optional prop that is absent stays absent.
      'vue/require-default-prop': 'off',
      // Only here, because the template uses names as well.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
    },
  },
  {
    files: ['scripts/**/*.mjs', '*.mjs'],
    languageOptions: { sourceType: 'module', globals: nodeGlobals() },
    rules: { eqeqeq: ['error', 'always', { null: 'ignore' }] },
  },
  {
    files: ['scripts/setup/default-app/main.js'],
    languageOptions: { sourceType: 'commonjs', globals: { ...nodeGlobals(), require: 'readonly' } },
  },
  prettier,
)

/** The names a plain Node script may use without importing them. */
function nodeGlobals() {
  const names = [
    'process',
    'console',
    'Buffer',
    'URL',
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
  ]
  return Object.fromEntries(names.map((name) => [name, 'readonly']))
}
