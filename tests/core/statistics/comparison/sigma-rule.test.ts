import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sigmaDifference, sigmaVerdict } from '../../../../src/core/statistics/comparison/sigma-rule'

const csv = readFileSync(
  new URL('../../../../resources/published/sandforce-kernel-difference.csv', import.meta.url),
  'utf8',
)

test('reproduces the published comparison of two kernels, cell by cell', () => {
  const [, ...lines] = csv.trim().split('\n')
  const cells = lines.map((line) => {
    const [name, , , difference, deviation] = line.split(',')
    return { name, verdict: sigmaVerdict(Number(difference), Number(deviation)) }
  })
  const meaningful: Record<string, number> = {
    write: 17,
    rewrite: 22,
    'random-write': 23,
    'record-rewrite': 7,
    fwrite: 18,
    refwrite: 20,
    read: 17,
    reread: 8,
    'random-read': 21,
    'backward-read': 15,
    'stride-read': 19,
    fread: 19,
    refread: 10,
    'write-iops': 6,
    'random-write-iops': 4,
    'read-iops': 4,
    'random-read-iops': 5,
  }
  const count = (verdict: string, test?: string) =>
    cells.filter((cell) => cell.verdict === verdict && (test ?? cell.name) === cell.name).length
  for (const [test, times] of Object.entries(meaningful)) expect(count('meaningful', test), test).toBe(times)
  expect(cells).toHaveLength(414)
  expect(count('meaningful')).toBe(235)
  expect(count('touches_zero')).toBe(3)
})

test('a difference as large as its error bar touches zero', () => {
  expect(sigmaVerdict(0.69, 0.69)).toBe('touches_zero')
  expect(sigmaVerdict(-0.7, 0.69)).toBe('meaningful')
  expect(sigmaVerdict(-0.68, 0.69)).toBe('not_meaningful')
  expect(sigmaVerdict(0, 0)).toBe('touches_zero')
})

test('a single candidate run or a mean that is not above 0 has no error bar', () => {
  expect(sigmaDifference({ n: 3, mean: 10, sd: 1 }, { n: 1, mean: 11 })).toBeUndefined()
  expect(sigmaDifference({ n: 3, mean: 0, sd: 1 }, { n: 3, mean: 11, sd: 1 })).toBeUndefined()
})
