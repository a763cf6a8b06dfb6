import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { methodNames, judge } from './judge'
import { type JudgeError, type JudgeObject, readCases } from './cases'
import published from '../fixtures/statistics/stat-cases.json'

function answer(method: string, inputs: unknown): { result?: JudgeObject; error?: JudgeError } {
  const [first] = judge([{ id: 'X1', method, inputs }]).results
  expect(first?.id).toBe('X1')
  return first ?? {}
}

const result = (method: string, inputs: unknown) => {
  const { result, error } = answer(method, inputs)
  expect(error).toBeUndefined()
  return result!
}

describe('the README', () => {
  const page = readFileSync(join(__dirname, 'README.md'), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))

  test.each(methodNames)('documents what %s takes and gives', (method) => {
    const row = rows.find((line) => line.split(' | ')[0]!.includes(`\`${method}\``))
    expect(row?.split(' | ')).toHaveLength(3)
  })

  test.each(published.cases.map((one) => [one.method, one.expected] as const))(
    'names the keys of %s',
    (method, expected) => {
      const row = rows.find((line) => line.includes(`\`${method}\``))!
      const fixed = Object.keys(expected).filter((key) => /^[A-Za-z]/.test(key) && !key.endsWith('_WRONG'))
      const named = ['snia_window', 'edge_table', 'histogram_merge_nearest_rank']
      const missing = fixed.filter((key) => !row.includes(`\`${key.replace('_util_pct', '_…')}\``))
      expect(named.includes(method) ? [] : missing).toEqual([])
    },
  )
})

describe('errors are answers', () => {
  test('an unknown method lists the existing ones', () => {
    const { error } = answer('guess', {})
    expect(error).toMatchObject({ code: 'unknown-method', field: 'method' })
    expect(error!.message).toBe('Case X1: there is no method "guess"')
    for (const name of ['summary', 'fieller_unbounded', 'snia_first_window']) {
      expect(error!.remedy).toContain(name)
    }
  })

  test.each(methodNames)('%s refuses empty inputs with a field and a remedy', (method) => {
    const { error } = answer(method, {})
    expect(error).toMatchObject({ code: 'bad-input' })
    expect(error!.field).toMatch(/^inputs/)
    expect(error!.message).toMatch(/^Case X1: /)
    expect(error!.remedy).not.toBe('')
  })

  test.each(methodNames)('%s refuses inputs that are not an object', (method) => {
    expect(answer(method, null).error).toMatchObject({ code: 'bad-input', field: 'inputs' })
    expect(answer(method, [1, 2]).error).toMatchObject({ code: 'bad-input', field: 'inputs' })
  })

  test.each([
    ['summary', { values: [1, 'two'] }, 'inputs.values[1]'],
    ['fieller_welch', { baseline: { mean: 1, n: 3, sd: -1 }, new: [1, 2] }, 'inputs.baseline.sd'],
    ['fieller_welch', { baseline: { mean: 1, n: 2.5, sd: 1 }, new: [1, 2] }, 'inputs.baseline.n'],
    ['paired_log_ratio', { baseline: [1, 2, 3], new: [1, 2] }, 'inputs.new'],
    ['benjamini_hochberg', { p: [0.1, 1.2] }, 'inputs.p'],
    ['four_way_verdict', { ci_pct: [[1]] }, 'inputs.ci_pct[0]'],
    ['usl_fit', { threads: [1, 2], mibps: [1] }, 'inputs.mibps'],
    ['ratio_to_reference', { rows: [[1, 2]], reference_row: 3 }, 'inputs.reference_row'],
    ['ideal_mix', { read_pct: [100, 0], measured: [1] }, 'inputs.measured'],
    ['kalibera_two_level', { groups: [[1, 2], [3]] }, 'inputs.groups'],
    ['mser5', { generator: 'y[i] = i, i=0..99' }, 'inputs.series'],
    // A missing list is not made up from the existing one.
    ['paired_log_ratio', { baseline: [1, 2, 3] }, 'inputs.new'],
    ['paired_log_ratio', { new: [1, 2, 3] }, 'inputs.baseline'],
    ['usl_fit', { threads: [1, 2, 4, 8, 16, 32] }, 'inputs.mibps'],
    ['spearman_and_drop', { x: [1, 2, 3] }, 'inputs.x'],
    ['summary', { values: [1, 2], confidence: 95 }, 'inputs.confidence'],
    ['ideal_mix', { read_pct: [100, 150, 0], measured: [3, 2, 1] }, 'inputs'],
  ])('%s with %j names %s', (method, inputs, field) => {
    expect(answer(method, inputs).error?.field).toBe(field)
  })

  test('one bad case does not hide another', () => {
    const { results } = judge([
      { id: 'a', method: 'summary', inputs: { values: [1, 2, 3] } },
      { id: 'b', method: 'nonsense', inputs: {} },
      { id: 'c', method: 'summary', inputs: { values: [4] } },
    ])
    expect(results.map((one) => ('result' in one ? 'result' : 'error'))).toEqual([
      'result',
      'error',
      'result',
    ])
  })
})

describe('inputs are read leniently', () => {
  test('runs may be given instead of a summary, and the other way round', () => {
    const values = { baseline: [10, 12, 11], new: [13, 12, 14] }
    const summaries = { baseline: { mean: 11, sd: 1, n: 3 }, new: { mean: 13, sd: 1, n: 3 } }
    expect(result('fieller_welch', values)).toEqual(result('fieller_welch', summaries))
    expect(result('welch_t_from_summary', values)).toEqual(result('welch_t_from_summary', summaries))
  })

  test('a failed run (null) is left out of a summary', () => {
    expect(result('summary', { values_iops: [1, null, 3] })).toMatchObject({ n: 2, mean: 2 })
  })

  test('a single run has no deviation and no interval, in every key', () => {
    expect(result('summary', { values: [7] })).toEqual({
      n: 1,
      mean: 7,
      median: 7,
      sd: null,
      cv_pct: null,
      se: null,
      t: null,
      ci95: null,
      ci95_half_pct: null,
      harmonic_mean: 7,
    })
  })

  test('a missing cell keeps its place among p values', () => {
    expect(result('benjamini_hochberg', { p: [0.01, null, 0.5] })).toEqual({
      adjusted: [0.02, null, 0.5],
      reject: [true, null, false],
      raw_below_alpha: 1,
    })
  })

  test('three runs of bins are merged, under any name', () => {
    const bins = { '1000': 5, '2000': 5 }
    const merged = result('histogram_merge_nearest_rank', {
      a_bins_ns: bins,
      b_bins_ns: bins,
      c_bins_ns: { '3000': 20 },
      percentiles: [50, 99.5],
    })
    expect(merged).toMatchObject({ a: { '50': 1000 }, merged: { '50': 2000, '99.5': 3000 }, total: 40 })
  })

  test('fio limits without a percent sign are absolute', () => {
    const window = [100, 101, 102, 103, 104]
    expect(result('fio_steadystate', { window, limits: { bw: 2.1, bw_slope: 0.9 } })).toMatchObject({
      attained_deviation: true,
      attained_slope: false,
    })
    expect(result('fio_steadystate', { window, limits: { iops_slope_pct: 2 } })).toMatchObject({
      attained_deviation: null,
      attained_slope: true,
    })
  })

  test('latency is better when lower', () => {
    expect(result('four_way_verdict', { ci_pct: [[2, 4], [-4, -2], null], higher_is_better: false })).toEqual(
      {
        verdict: ['worse', 'better', null],
      },
    )
  })
})

describe('methods without a published case', () => {
  test('a baseline too noisy for a ratio', () => {
    const unbounded = result('fieller_unbounded', {
      baseline: { mean: 10, sd: 12, n: 3 },
      new: { mean: 11, sd: 1, n: 10 },
    })
    expect(unbounded).toMatchObject({ ratio: 1.1, unbounded: true, ci_ratio: null, ci_pct: null })
    expect(unbounded.g).toBeGreaterThan(1)
  })

  test('the first steady window, or none', () => {
    const settling = { rounds: [300, 200, 120, 100, 101, 99, 100, 102] }
    expect(result('snia_first_window', settling)).toMatchObject({
      steady: true,
      first_round: 4,
      last_round: 8,
      window: [4, 8],
      data_ok: true,
    })
    expect(result('snia_first_window', { rounds: [5, 4, 3, 2, 1, 0.5] })).toEqual({
      steady: false,
      first_round: null,
      last_round: null,
      window: null,
      rounds_examined: 6,
    })
  })

  test('a compressibility sweep: order and drop', () => {
    expect(
      result('spearman_and_drop', {
        compress_pct: [98, 75, 50, 25, 2],
        mean_iops: [500, 420, 300, 250, 200],
      }),
    ).toMatchObject({
      rho: 1,
      drop_pct: 60,
    })
  })

  test('the ideal mix needs no measured one', () => {
    const ends = { read_only_mibps: 500, write_only_mibps: 300 }
    const mix = result('ideal_mix', { ...ends, read_pct: [100, 50, 0] })
    expect(mix).toMatchObject({ minimum_at_read_pct: null, dip_vs_worse_endpoint_pct: null })
    expect((mix.ideal as number[])[1]).toBeCloseTo(375, 9)
    expect((mix.mix_penalty_pct as unknown[])[1]).toBeNull()
  })

  test('a geometric mean is refused if a ratio is not above 0', () => {
    expect(result('geomean_of_ratios', { ratios: [1.1, 0] })).toEqual({ geomean: null, geomean_pct: null })
  })
})

describe('documents', () => {
  test('a list and an object with cases are read, ids may be numbers or absent', () => {
    const item = { method: 'summary', inputs: {} }
    expect(readCases([item, { ...item, id: 7 }])).toEqual({
      cases: [
        { id: 'case 1', ...item },
        { id: '7', ...item },
      ],
    })
    expect(readCases({ cases: [item] })).toHaveProperty('cases.length', 1)
  })

  test('anything else is a problem with its location', () => {
    expect(readCases('x')).toHaveProperty('problem')
    expect(readCases({ cases: 3 })).toHaveProperty('problem')
  })

  test('an invalid case is answered with an error, next to the others', () => {
    const document = readCases([3, { id: 'a' }, { id: 'b', method: 'summary', inputs: { values: [1] } }])
    const { results } = judge('cases' in document ? document.cases : [])
    expect(results.slice(0, 2)).toMatchObject([
      { id: 'case 1', error: { field: 'method', message: 'Case case 1: it names no method' } },
      { id: 'a', error: { message: 'Case a: it names no method' } },
    ])
    expect(results[2]).toMatchObject({ id: 'b', result: { mean: 1 } })
  })
})
