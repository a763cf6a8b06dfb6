import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = 'src/renderer'
const declarations = (property: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(vue|css)$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(root, name), 'utf8')
      return [...text.matchAll(new RegExp(`\\b${property}:([^;]*);`, 'g'))].map(([, value = '']) => value)
    })

it('repeats a motion without end only in steps, which leave the processor to the measurement', () => {
  const endless = declarations('animation').filter((value) => value.includes('infinite'))
  expect(endless.length).toBeGreaterThan(0)
  expect(endless.filter((value) => !value.includes('steps('))).toEqual([])
})

it('repeats no motion for a person who prefers less of it', () => {
  const [, reduced = ''] =
    /prefers-reduced-motion: reduce\) \{(.*?)\n\}/s.exec(
      readFileSync(join(root, 'styles/base.css'), 'utf8'),
    ) ?? []
  expect(reduced).toContain('animation-iteration-count: 1 !important;')
})
