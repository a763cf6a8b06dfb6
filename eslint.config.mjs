import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import node from 'eslint-plugin-n'
import vue from 'eslint-plugin-vue'
import { defineConfig } from 'eslint/config'
import ts from 'typescript-eslint'

// What the syntax of a file shows. Rules that ask for types: .oxlintrc.json.

const unused = { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' }

const typescriptFiles = ['src/**/*.ts', 'src/**/*.vue', 'tests/**/*.ts', '*.config.ts']

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
  js.configs.recommended,
  { files: typescriptFiles, extends: [ts.configs.strict, ts.configs.stylistic] },
  { files: ['src/**/*.vue'], extends: [vue.configs['flat/recommended']] },
  {
    files: ['src/**/*.vue'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      'vue/no-v-html': 'error',
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/component-api-style': ['error', ['script-setup']],
      'vue/multi-word-component-names': 'error',
      // An optional prop that is absent stays absent.
      'vue/require-default-prop': 'off',
      // The compiler knows which names exist; this rule does not know TypeScript's.
      'no-undef': 'off',
    },
  },
  {
    files: typescriptFiles,
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // oxlint's does the same in a twentieth of the time.
      '@typescript-eslint/no-unused-vars': 'off',
      // `type` and `interface` are both plain words for a shape; a house rule about them buys nothing.
      '@typescript-eslint/consistent-type-definitions': 'off',
      'no-undef': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-eval': 'error',
      'no-restricted-properties': [
        'error',
        {
          object: 'shell',
          property: 'openExternal',
          message: 'Nothing of a results file may start a program; see docs/electron-security.md.',
        },
      ],
    },
  },
  {
    // Here the template uses names as well, which oxlint does not read.
    files: ['src/**/*.vue'],
    rules: { '@typescript-eslint/no-unused-vars': ['error', unused] },
  },
  {
    // These worlds also run on Electron 33, whose built-in Node is 20.18.
    files: ['src/{bench,cli,main,preload}/**/*.ts'],
    plugins: { n: node },
    rules: {
      'n/no-unsupported-features/node-builtins': ['error', { version: '>=20.18.0' }],
    },
  },
  {
    // Tests say what they expect in a line; a checked cast there is not a hidden one.
    files: ['tests/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // Arguments stand on the stack: some 100,000 of them end the program, and a results file may hold more of anything.
    files: ['src/**/*.ts', 'src/**/*.vue'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[
          `CallExpression[callee.property.name=/^(push|unshift|splice|concat)$/] > SpreadElement`,
          `CallExpression[callee.object.name=/^(Math|String|Array|Date)$/] > SpreadElement`,
          `CallExpression[callee.property.name='apply'][callee.object.object.name=/^(Math|String|Array)$/]`,
        ].map((selector) => ({
          selector,
          message:
            'A list spread into arguments overflows the stack when it is long: use a loop, or largestOf and smallestOf.',
        })),
      ],
    },
  },
  {
    // How long something takes depends on what else the machine does: `npm run bench` measures, tests count.
    files: ['tests/**/*.test.ts'],
    ignores: ['tests/performance/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: `BinaryExpression[operator='-'][left.callee.property.name='now'][right.type='Identifier']`,
          message:
            'A test that measures time fails on a busy machine. Count steps, or move it to tests/performance.',
        },
      ],
    },
  },
  {
    files: ['src/renderer/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: 'naive-ui',
          importNames: ['NButton'],
          message: 'Buttons are PushButton or IconButton, so that all look and act alike.',
        },
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
