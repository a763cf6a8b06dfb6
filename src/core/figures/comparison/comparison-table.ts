import type { ComparedCell, Comparison } from '../../comparison/comparison'
import { cellNaming } from '../../comparison/texts/cell-label'
import { tableOf } from '../../comparison/texts/comparison-rows'
import {
  type AskedUnits,
  cellDifference,
  cellInterval,
  momentTexts,
  unitsByMetric,
} from '../../comparison/texts/cell-text'
import { pText } from '../../comparison/texts/percent-text'
import { axisName } from '../../plan/levels/format-level'
import { sortLevelKeys } from '../../plan/levels/levels'
import { findMetric } from '../../results/metrics'
import { estimatorText, verdictText } from '../../statistics/comparison/case-comparison'
import { absentText, withUnit } from '../../units/number-format'
import type { ScaledUnit } from '../../units/unit-scale'
import type { Cell, Table, TableColumn } from '../figure/table'

interface Place {
  readonly cell: ComparedCell
  readonly candidate: string
}

type Part = readonly [column: TableColumn, read: (place: Place) => Cell]

const testPart: Part = [{ key: 'test', label: 'Test' }, ({ cell }) => cell.test]

/**
 * The "table of everything" as printed: per case what distinguishes it, n, mean ± deviation of both sides in a
 * readable unit, difference with its interval, p, adjusted p and verdict.
 */
export function comparisonTable(comparison: Comparison, asked?: AskedUnits): Table {
  const places = comparison.candidates.flatMap(({ candidate, cells }) =>
    cells.map((cell): Place => ({ cell, candidate: candidate.label })),
  )
  const units = unitsByMetric(
    places.map(({ cell }) => cell),
    asked,
  )
  const scaled = (cell: ComparedCell) => units.get(cell.metric) ?? { label: '', factor: 1 }
  const naming = cellNaming(places.map(({ cell }) => cell))
  const named: readonly Part[] = [
    ...varying(places, [{ key: 'candidate', label: 'Candidate' }, ({ candidate }) => candidate]),
    ...(naming.test ? [testPart] : []),
    ...(naming.direction
      ? [[{ key: 'direction', label: 'Direction' }, ({ cell }: Place) => cell.direction] as const]
      : []),
    ...(naming.metric
      ? [
          [
            { key: 'metric', label: 'Metric' },
            ({ cell }: Place) => findMetric(cell.metric)?.label ?? cell.metric,
          ] as const,
        ]
      : []),
    ...sortLevelKeys(naming.keys).map((key): Part => [
      { key, label: axisName(key) },
      ({ cell }) => cell.levels[key],
    ]),
  ]
  const parts: readonly Part[] = [
    ...(named.length > 0 ? named : [testPart]),
    [number('n', 'n'), ({ cell }) => countText(cell)],
    ...(['baseline', 'candidate'] as const).map((side): Part => {
      const name = side === 'baseline' ? comparison.baseline.label : candidateLabel(comparison)
      const hasDeviation = places.some(({ cell }) => cell.comparison[side]?.sd !== undefined)
      // Elsewhere an article's ± is half of a 95 % interval, so this one says what it is.
      const label = hasDeviation ? `${name} ± SD` : name
      const unit = units.size === 1 ? [...units.values()][0]?.label : undefined
      return [
        { ...number(`${side}_mean`, label), ...(unit !== undefined && { unit }) },
        ({ cell }) => momentsText(cell, side, scaled(cell), units.size > 1),
      ]
    }),
    [number('difference', 'Difference'), ({ cell }) => cellDifference(cell)],
    [
      number('interval', comparison.mode === 'sigma' ? '± deviation' : '95\u202f% interval'),
      ({ cell }) => cellInterval(cell),
    ],
    ...varying(places, [
      { key: 'estimator', label: 'Estimator' },
      ({ cell: { comparison } }) => comparison.estimator && estimatorText(comparison.estimator),
    ]),
    [number('p', 'p'), ({ cell }) => optional(cell.comparison.p, pText)],
    [number('adjusted_p', 'Adjusted p'), ({ cell }) => optional(cell.adjustedP, pText)],
    [{ key: 'verdict', label: 'Verdict' }, ({ cell }) => verdictText(cell.comparison.verdict)],
  ]
  return tableOf(parts, places)
}

/** A column that is shown only if its cells differ; what they have in common is in the caption. */
function varying(places: readonly Place[], part: Part): readonly Part[] {
  const [, read] = part
  return new Set(places.map(read)).size > 1 ? [part] : []
}

function number(key: string, label: string): TableColumn {
  return { key, label, align: 'right' }
}

function candidateLabel({ candidates }: Comparison): string {
  const [first] = candidates
  return candidates.length === 1 && first !== undefined ? first.candidate.label : 'Candidate'
}

function countText({ n }: ComparedCell): string | undefined {
  if (n.baseline === undefined && n.candidate === undefined) return undefined
  const [baseline, candidate] = [n.baseline ?? absentText, n.candidate ?? absentText]
  return baseline === candidate ? String(baseline) : `${baseline}, ${candidate}`
}

function momentsText(
  cell: ComparedCell,
  side: 'baseline' | 'candidate',
  unit: ScaledUnit,
  withLabel: boolean,
): string | undefined {
  const texts = momentTexts(cell, side, unit)
  if (texts === undefined) return undefined
  const text = texts.sd === undefined ? texts.mean : `${texts.mean} ± ${texts.sd}`
  return withLabel ? withUnit(text, unit.label) : text
}

function optional(value: number | undefined, text: (value: number) => string): string | undefined {
  return value === undefined ? undefined : text(value)
}
