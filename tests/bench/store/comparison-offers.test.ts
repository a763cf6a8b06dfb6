import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'

const folder = join(__dirname, '../../../resources/samples')
const samples = readdirSync(folder).filter((name) => name.endsWith('.benchwright'))

describe('what the window offers as a side', () => {
  test.each(samples)('is accepted, one value against each other of its key: %s', (name) => {
    const review = openReview(join(folder, name), { mode: 'read' })
    try {
      const { keys, suggestion } = review.comparisonChoices()
      const problems: string[] = []
      for (const { key, values } of keys) {
        const [first, ...others] = values
        if (first === undefined) continue
        const side = (value: string) => [{ key, value }]
        for (const other of others)
          for (const [baseline, candidate] of [
            [first.value, other.value],
            [other.value, first.value],
          ] as const)
            try {
              review.compare({ baseline: side(baseline), candidates: [side(candidate)] })
            } catch (error) {
              problems.push(`${key}: ${baseline} against ${candidate}: ${String(error)}`)
            }
      }
      expect(problems).toEqual([])
      if (suggestion === undefined) return
      const { baseline, candidate } = suggestion
      const compared = review.compare({ baseline, candidates: [candidate] })
      expect(compared.candidates.flatMap(({ cells }) => cells).length).toBeGreaterThan(0)
    } finally {
      review.close()
    }
  })
})
