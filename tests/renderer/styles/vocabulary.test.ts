import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = 'src/renderer'
const declarationsOf = (body: string) => body.split(';').flatMap((line) => line.trim() || [])
const rulesOf = (css: string) =>
  [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector, body]) => ({
    selector: selector?.trim() ?? '',
    declarations: declarationsOf(body ?? ''),
  }))
const vocabulary = rulesOf(readFileSync(join(root, 'styles/vocabulary.css'), 'utf8'))
const words = new Set(vocabulary.flatMap(({ declarations }) => declarations))
const parts = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.vue'))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))

describe('the vocabulary of styles', () => {
  it.each(vocabulary.map(({ selector }) => selector.slice(1)))(
    'has no class that one part alone uses: %s',
    (word) => {
      const use = new RegExp(`class="([^"]* )?${word}( [^"]*)?"`)
      expect(parts.filter(({ text }) => use.test(text)).length).toBeGreaterThan(1)
    },
  )

  it('is not repeated by a rule for one plain element of a part', () => {
    const repeated = parts.flatMap(({ name, text }) => {
      const [template = '', ...styles] = text.split(/<style scoped>\n/)
      return rulesOf(styles.join('').replace('</style>', ''))
        .filter(({ selector, declarations }) => {
          const word = `(?<![\\w-])${selector.slice(1)}(?![\\w-])`
          const isPlain = new RegExp(`<[a-z][^>]*\\sclass="[^"]*${word}`).test(template)
          const isShort = declarations.length <= 4 && declarations.every((one) => words.has(one))
          return (
            /^\.[\w-]+$/.test(selector) && isShort && isPlain && template.split(new RegExp(word)).length === 2
          )
        })
        .map(({ selector, declarations }) => `${name} ${selector} { ${declarations.join('; ')} }`)
    })
    expect(repeated).toEqual([])
  })
})
