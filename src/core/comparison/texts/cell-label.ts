import { namedLevel } from '../../plan/levels/format-level'
import { findMetric } from '../../results/metrics'
import { namingTests, testLabel } from '../../plan/levels/level-words'
import { groupBy } from '../../iterables'
import { isOfCampaign } from '../sides/whole-campaign'
import type { ComparedCell, Comparison } from '../comparison'

/** Index of each cell over all candidates, as used by reports and requests. */
export function cellPlaces({ candidates }: Comparison): ReadonlyMap<ComparedCell, number> {
  return new Map(candidates.flatMap((one) => one.cells).map((cell, place) => [cell, place]))
}

type Named = Pick<ComparedCell, 'test' | 'direction' | 'metric' | 'levels'>

/** What distinguishes cells; what they all have in common is not repeated for each. */
export interface CellNaming {
  readonly test: boolean
  readonly direction: boolean
  readonly metric: boolean
  /** Parameters with more than one level, apart from those that name the test again. */
  readonly keys: readonly string[]
}

/** What distinguishes these cells. */
export function cellNaming(cells: readonly Named[]): CellNaming {
  const varies = (part: (cell: Named) => unknown) =>
    cells.some((cell) => part(cell) !== part(cells[0] ?? cell))
  const byTest = groupBy(cells, ({ test }) => test)
  /** Test and pattern are one thing where each test has one pattern. */
  const isTold = (key: string) =>
    namingTests.includes(key) &&
    [...byTest.values()].every(([first, ...others]) =>
      others.every(({ levels }) => levels[key] === first.levels[key]),
    )
  const keys = new Set<string>()
  for (const cell of cells) for (const key of Object.keys(cell.levels)) keys.add(key)
  return {
    test: varies((cell) => cell.test),
    // Only a test of which several directions were measured has parts.
    direction: [...byTest.values()].some(([first, ...others]) =>
      others.some(({ direction }) => direction !== first.direction),
    ),
    metric: varies((cell) => cell.metric),
    keys: [...keys].filter((key) => varies((cell) => cell.levels[key]) && !isTold(key)),
  }
}

/** A cell in words: "Random write · 4 KiB · 70 % read". */
export function cellLabel(cell: Named, naming: CellNaming): string {
  const parts = [
    naming.test ? testLabel(cell.test) : '',
    naming.direction && cell.direction !== 'total' ? `${cell.direction} part` : '',
    naming.metric ? (findMetric(cell.metric)?.label ?? cell.metric) : '',
    ...naming.keys.map((key) => levelText(cell, key)),
  ].filter((part) => part !== '')
  return parts.length > 0 ? parts.join(' · ') : testLabel(cell.test)
}

function levelText({ levels }: Named, key: string): string {
  const level = levels[key]
  if (level === undefined) return ''
  if (isOfCampaign(key)) return String(level)
  return namedLevel(key, level)
}
