import { expect, test } from 'vitest'
import { judge } from './judge'
import reference from '../fixtures/statistics/reference-cases.json'
import worked from '../fixtures/statistics/worked-cases.json'
import { differences, type WorkedCase } from './case-differences'

const cases = [...reference.cases, ...worked.cases] as unknown as WorkedCase[]

test.each(cases)('$id: $method agrees with other implementations', (one) => {
  const [answer] = judge([one]).results
  const result = answer && 'result' in answer ? answer.result : answer
  expect(differences(result, one.expected, one.tolerance)).toEqual([])
})
