import { expect, test } from 'vitest'
import { runScale } from '../../../src/renderer/views/compare/case/run-scale'

const side = (values: readonly number[]) => ({
  ...{ label: 'A', n: values.length, mean: undefined, printed: undefined, shortRuns: [], box: undefined },
  runs: values.map((value, at) => ({
    ...{ runId: at + 1, repetition: at + 1, value },
    ...{ flagged: undefined, excluded: undefined, lacksPartner: false },
  })),
})

const megabytes = { label: 'MB/s', factor: 1e6 }
const millions = { label: 'million', factor: 1e6 }

test('all runs have the decimals that show five digits of the largest, so that their points line up', () => {
  const scale = runScale({ sides: [side([39.405e6, 104.514e6]), side([9.8765e6])], scale: megabytes })
  expect([39.405e6, 104.514e6, 9.8765e6].map((value) => scale?.text(value))).toEqual([
    ...['39.41\u202fMB/s', '104.51\u202fMB/s', '9.88\u202fMB/s'],
  ])
  const large = runScale({ sides: [side([1_234_567]), side([998_000])], scale: millions })
  expect(large?.text(998_000)).toBe('0.9980\u202fmillion')
  expect(runScale({ sides: [side([0, 0]), side([0])], scale: { label: 'IOPS', factor: 1 } })?.text(0)).toBe(
    '0\u202fIOPS',
  )
})
