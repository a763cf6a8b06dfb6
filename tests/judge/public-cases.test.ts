import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { judge } from './judge'
import { readCases } from './cases'
import { differences, type WorkedCase } from './case-differences'
import document from '../fixtures/statistics/stat-cases.json'

const cases = document.cases as unknown as WorkedCase[]
const kernelTable = 'sandforce-kernel-difference.csv'
const sources = {
  [kernelTable]: readFileSync(new URL(`../../resources/published/${kernelTable}`, import.meta.url), 'utf8'),
}

/** The keys that an answer has in addition to the expected ones. */
function surplus(actual: unknown, expected: unknown, path = ''): string[] {
  if (Array.isArray(actual) || typeof actual !== 'object' || actual === null) return []
  if (typeof expected !== 'object' || expected === null) return [path]
  return Object.entries(actual).flatMap(([key, value]) =>
    key in expected
      ? surplus(value, (expected as Record<string, unknown>)[key], `${path}.${key}`)
      : [`${path}.${key}`],
  )
}

/** Keys that say more than a case requires. */
const welcome = new Set(['.knee', '.penalty', '.zero_sd_baseline.diff_pct', '.zero_sd_baseline.verdict'])

describe('the published cases', () => {
  test('are all there, and read as a document', () => {
    expect(cases).toHaveLength(29)
    expect(readCases(document)).toHaveProperty('cases.length', 29)
  })

  test.each(cases)('$id $method: $view', (publicCase) => {
    const [answer] = judge([publicCase], sources).results
    expect(answer).not.toHaveProperty('error')
    const result = answer && 'result' in answer ? answer.result : undefined
    expect(differences(result, publicCase.expected, publicCase.tolerance)).toEqual([])
    expect(surplus(result, publicCase.expected).filter((key) => !welcome.has(key))).toEqual([])
  })

  test.each(cases)('$id survives a round trip through JSON', (publicCase) => {
    const { results } = judge([publicCase], sources)
    expect(JSON.parse(JSON.stringify(results))).toEqual(results)
  })
})

test('the comparison of the cases would notice a wrong number', () => {
  expect(differences({ a: 1.1, b: [1] }, { a: 1, b: [1], c_WRONG: 3 }, { rel: 1e-6 })).toEqual([
    '.a: 1.1 instead of 1',
  ])
  expect(differences({ c_WRONG: 3 }, { c_WRONG: 3 }, { rel: 1 })).toEqual(['.c_WRONG must not be given'])
  expect(differences({}, { a: null }, { rel: 1 })).toEqual(['.a: undefined instead of null'])
})
