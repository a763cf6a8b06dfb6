import { expect, test } from 'vitest'
import { calculate } from '../../../../src/core/statistics/calc/calculate'
import document from '../../../fixtures/statistics/reference-cases.json'
import { differences, type WorkedCase } from './case-differences'

const cases = document.cases as unknown as WorkedCase[]

test.each(cases)('$id $method agrees with other implementations', (reference) => {
  const [answer] = calculate([reference]).results
  const result = answer && 'result' in answer ? answer.result : answer
  expect(differences(result, reference.expected, reference.tolerance)).toEqual([])
})
