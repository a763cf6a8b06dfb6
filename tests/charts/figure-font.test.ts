import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { figureFaces, figureFont, serifFont } from '../../src/charts/text'

it('the window declares the faces that pictures are drawn with, from files that exist', () => {
  const folder = join(import.meta.dirname, '../../src/charts')
  const css = readFileSync(join(folder, 'figure-font.css'), 'utf8')
  const faces = [...css.matchAll(/font-family: '([^']+)';\s+font-weight: (\d+);\s+src: url\('([^']+)'\)/g)]
  expect(faces.map(([, family, weight]) => `${weight} 12px '${family}'`)).toEqual(figureFaces)
  for (const [, family, , url = ''] of faces) {
    expect([figureFont, serifFont]).toContain(family)
    expect(existsSync(join(folder, url)), url).toBe(true)
  }
})
