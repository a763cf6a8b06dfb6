import { expect, test } from 'vitest'
import { namedLevel } from '../../../src/core/plan/format-level'

test.each([
  ['block_size', 4096, '4\u2009KiB'],
  ['queue_depth', 8, 'QD 8'],
  ['file_size', 2 ** 30, 'File size 1\u2009GiB'],
  ['auto_factor', 2, 'auto_factor 2'],
])('a level of %s says what it is of', (key, level, text) => {
  expect(namedLevel(key, level)).toBe(text)
})
