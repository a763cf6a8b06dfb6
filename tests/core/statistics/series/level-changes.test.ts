import { describe, expect, test } from 'vitest'
import { levelChanges } from '../../../../src/core/statistics/series/level-changes'
import { warmUpCut } from '../../../../src/core/statistics/series/mser5'
import { seededRandom } from '../../../../src/core/statistics/special/seeded-random'
import { normals, simulated, slack } from '../simulation'

const normal = normals(51)
const autoregressive = (rho: number) => (n: number) => {
  let value = normal()
  return Array.from({ length: n }, () => (value = rho * value + Math.sqrt(1 - rho * rho) * normal()))
}
const series = {
  white: (n: number) => Array.from({ length: n }, normal),
  'AR(1) 0.5': autoregressive(0.5),
  'AR(1) 0.8': autoregressive(0.8),
  t3: (n: number) =>
    Array.from(
      { length: n },
      () => normal() / Math.sqrt((normal() ** 2 + normal() ** 2 + normal() ** 2) / 3),
    ),
  lognormal: (n: number) => Array.from({ length: n }, () => Math.exp(0.8 * normal())),
}
const tries = simulated(60)
const share = (of: () => boolean) => Array.from({ length: tries }, of).filter(Boolean).length / tries
const isMarked = (values: readonly number[]) => {
  const found = levelChanges(values.map((value) => 100 + value))
  return found.kind === 'trend' || (found.kind === 'steps' && found.changePoints.length > 0)
}

describe('stationary series', () => {
  test.each(
    Object.keys(series).flatMap((name) =>
      [60, 300, 600].map((n) => [name as keyof typeof series, n] as const),
    ),
  )('of %s noise, %d bins, have no change points', (name, n) => {
    const most = name === 'AR(1) 0.8' ? 0.1 : 0.05
    expect(share(() => isMarked(series[name](n)))).toBeLessThanOrEqual(most + slack(most, tries))
  })

  test.each(
    (['white', 't3', 'lognormal', 'AR(1) 0.5'] as const).flatMap((name) =>
      [100, 600].map((n) => [name, n] as const),
    ),
  )('of %s noise, %d bins, need no warm-up', (name, n) => {
    const found = share(() => warmUpCut(series[name](n).map((value) => 100 + value)) !== undefined)
    expect(found).toBeLessThanOrEqual(0.06 + slack(0.06, tries))
  })
})

describe('a step', () => {
  test.each([
    ['white', 300, 1, 0.93],
    ['white', 60, 2, 0.85],
    ['AR(1) 0.5', 300, 2, 0.9],
    ['AR(1) 0.8', 300, 3, 0.55],
  ] as const)('in %s noise, %d bins, of %d standard deviations is found', (name, n, step, least) => {
    const found = share(() => {
      const values = series[name](n).map((value, at) => 100 + value + (at < n / 2 ? 0 : step))
      const changes = levelChanges(values)
      return (
        changes.kind === 'steps' &&
        changes.changePoints.some((at) => Math.abs(at - n / 2) <= Math.max(6, n / 20))
      )
    })
    expect(found).toBeGreaterThanOrEqual(least - slack(least, tries))
  })

  test('and a pause are found in a drive that hardly scatters', () => {
    const values = Array.from({ length: 90 }, (_, at) =>
      at < 40 ? 16 : at < 60 ? 10 : at < 68 ? 1 : 10,
    ).map((level) => level + 0.05 * normal())
    expect(levelChanges(values)).toMatchObject({ kind: 'steps', changePoints: [40, 60, 68] })
  })

  test.each([
    [2, 0, 0.85],
    [3, 0.5, 0.85],
    [4, 0, 0.9],
    [4, 0.5, 0.85],
  ] as const)(
    'down and one up is found for each of %d dips in a minute, in AR(1) %d noise',
    (dips, rho, least) => {
      const [noise, random] = [autoregressive(rho), seededRandom(52)]
      let further = 0
      const found = share(() => {
        const gap = 60 / dips
        const starts = Array.from({ length: dips }, (_, dip) => 6 + gap * dip + (gap - 14) * random())
        const speedAt = (seconds: number) =>
          starts.some((start) => seconds >= start && seconds < start + 6) ? 30 : 100
        const values = noise(66).map((value, bin) => {
          const parts = Array.from({ length: 20 }, (_, part) => speedAt(bin + part / 20))
          return parts.reduce((sum, part) => sum + part, 0) / parts.length + 2 * value
        })
        const changes = levelChanges(values)
        const marks = changes.kind === 'steps' ? changes.changePoints : []
        const steps = starts.flatMap((start) => [start, start + 6])
        const isNear = (a: number) => (b: number) => Math.abs(a - b) <= 2
        if (marks.some((mark) => !steps.some(isNear(mark)))) further++
        return steps.every((step) => marks.some(isNear(step)))
      })
      expect(found).toBeGreaterThanOrEqual(least - slack(least, tries))
      expect(further / tries).toBeLessThanOrEqual(0.02 + slack(0.02, tries))
    },
  )

  test('in the middle of a bin is one step', () => {
    for (let offset = 0; offset < 1; offset += 0.05) {
      const speedAt = (seconds: number) => (seconds < 20 ? 16 : seconds < 36 ? 10 : seconds < 42 ? 1 : 10)
      const values = Array.from({ length: 80 }, (_, bin) => {
        const parts = Array.from({ length: 20 }, (__, part) => speedAt(bin + part / 20 - offset))
        return parts.reduce((sum, part) => sum + part, 0) / parts.length + 0.01 * normal()
      })
      const changes = levelChanges(values)
      expect(changes.kind).toBe('steps')
      if (changes.kind !== 'steps') continue
      expect(changes.changePoints, String(offset)).toHaveLength(3)
      ;[20, 36, 42].forEach((second, at) => {
        expect(Math.abs((changes.changePoints[at] ?? NaN) - second - offset)).toBeLessThanOrEqual(1)
      })
    }
  })

  test('survives outliers, which make none', () => {
    const values = series
      .white(300)
      .map((value, at) => (at % 50 === 7 ? 90 : 100 + value + (at < 150 ? 0 : 5)))
    expect(levelChanges(values)).toMatchObject({ kind: 'steps', changePoints: [150] })
  })
})

test('a drift is a trend', () => {
  const found = share(() => {
    const values = series.white(300).map((value, at) => 100 + value + at / 75)
    return levelChanges(values).kind === 'trend'
  })
  expect(found).toBeGreaterThan(0.9)
})

test('too few bins, or too alike ones, say nothing', () => {
  expect(levelChanges(series.white(59))).toEqual({ kind: 'unknown', why: 'few-samples' })
  const slow = Array.from({ length: 300 }, (_, at) => 100 + Math.sin(at / 30))
  expect(levelChanges(slow)).toEqual({ kind: 'unknown', why: 'correlated' })
  expect(levelChanges(new Array<number>(100).fill(7))).toMatchObject({ kind: 'steps', changePoints: [] })
})

describe('a warm-up', () => {
  test('that is one is proposed', () => {
    const found = share(() => {
      const values = series.white(300).map((value, at) => 100 + value + (at < 60 ? 10 * (1 - at / 60) : 0))
      const cut = warmUpCut(values)
      return cut !== undefined && cut.truncateSamples >= 30 && cut.truncateSamples <= 80
    })
    expect(found).toBeGreaterThan(0.6)
  })

  test('is not looked for below a hundred bins', () => {
    expect(warmUpCut(Array.from({ length: 99 }, (_, at) => (at < 30 ? 500 : 100 + (at % 3))))).toBeUndefined()
  })
})
