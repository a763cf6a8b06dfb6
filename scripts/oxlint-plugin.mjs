// Rules that oxlint does not have itself, as a plugin for it (.oxlintrc.json).
import { builtinRules } from 'eslint/use-at-your-own-risk'
import node from 'eslint-plugin-n'

export default {
  meta: { name: 'eslint-js' },
  rules: {
    'no-restricted-syntax': builtinRules.get('no-restricted-syntax'),
    'no-unsupported-node': node.rules['no-unsupported-features/node-builtins'],
  },
}
