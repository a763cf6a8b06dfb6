import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  documentFamilies,
  figureFamilies,
  otherFamilies,
  paragraphFamilies,
  percentileFamilies,
  smallPrintFamilies,
  tableFamilies,
  timeFamilies,
} from './families'

const src = join(import.meta.dirname, '../../../src')

it('has every registered sentence in a family that some audit holds against the facts', () => {
  const audited = [
    ...paragraphFamilies,
    ...figureFamilies,
    ...timeFamilies,
    ...percentileFamilies,
    ...tableFamilies,
    ...otherFamilies,
    ...smallPrintFamilies,
    ...documentFamilies,
  ]
  const ids = globSync('**/*.ts', { cwd: src }).flatMap((path) =>
    Array.from(
      readFileSync(join(src, path), 'utf8').matchAll(/\btemplate\(\s*'([\w-]+)'/g),
      ([, id = '']) => id,
    ),
  )
  expect(ids.length).toBeGreaterThan(350)
  expect(ids.filter((id) => !audited.some((family) => id.startsWith(family)))).toEqual([])
})
