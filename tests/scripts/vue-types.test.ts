import { expect, it } from 'vitest'
import { isMapped } from '../../scripts/check/vue-types.mjs'

/** Generated code in which only `title` and `id` come from the .vue file; for the former, 6133 does not count. */
const code = {
  lines: ['declare const helper: string', 'const all = [title, id]'],
  mappings: [
    {
      data: { verification: { shouldReport: (_: string | undefined, number: string) => number !== '6133' } },
      generatedOffsets: [42],
      lengths: [5],
    },
    { data: { verification: true }, generatedOffsets: [49], lengths: [1], generatedLengths: [2] },
    { data: {}, generatedOffsets: [0], lengths: [28] },
  ],
}

it.each([
  ['in what comes from the .vue file', 2, 14, '2339', true],
  ['that does not count there', 2, 14, '6133', false],
  ['right after it', 2, 19, '2339', true],
  ['in code that is longer than its origin', 2, 22, '2339', true],
  ['between two such places', 2, 20, '2339', false],
  ['in what is only generated', 1, 15, '6133', false],
])('an error %s', (_, row, column, number, isReal) => {
  expect(isMapped(code, row, column, number)).toBe(isReal)
})
