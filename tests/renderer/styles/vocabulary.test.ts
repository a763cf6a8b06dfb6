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
  it('has no class that one part alone uses', () => {
    const rare = vocabulary.filter(({ selector }) => {
      const [, word = ''] = /^\.([\w-]+)/.exec(selector) ?? []
      const use = new RegExp(`class="([^"]* )?${word}( [^"]*)?"`)
      return parts.filter(({ text }) => use.test(text)).length < 2
    })
    expect(rare).toEqual([])
  })

  it('is not repeated by a rule for one plain element of a part', () => {
    const repeated = parts.flatMap(({ name, text }) => {
      const [template = '', ...styles] = text.split(/<style scoped>\n/)
      return rulesOf(styles.join('').replace('</style>', ''))
        .filter(({ selector }) => /^\.[\w-]+$/.test(selector))
        .filter(({ declarations }) => declarations.length <= 4 && declarations.every((one) => words.has(one)))
        .filter(({ selector }) => {
          const word = `(?<![\\w-])${selector.slice(1)}(?![\\w-])`
          const isPlain = new RegExp(`<[a-z][^>]*\\sclass="[^"]*${word}`).test(template)
          return isPlain && template.split(new RegExp(word)).length === 2
        })
        .map(({ selector, declarations }) => `${name} ${selector} { ${declarations.join('; ')} }`)
    })
    expect(repeated).toEqual([])
  })
})
