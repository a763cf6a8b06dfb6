import { changesByTest, type TestChanges } from '../../comparison/texts/changes-by-test'
import type { ComparedCell, Comparison } from '../../comparison/comparison'
import { cellLabel, cellNaming, type CellNaming } from '../../comparison/texts/cell-label'
import { cellChange } from '../../comparison/texts/cell-text'
import { tableOf } from '../../comparison/texts/comparison-rows'
import { differenceText, intervalText } from '../../comparison/texts/percent-text'
import { findMetric } from '../../results/metrics'
import { testLabel } from '../../plan/levels/level-words'
import type { Cell, Table, TableColumn } from '../figure/table'

type Part = readonly [column: TableColumn, read: (one: TestChanges) => Cell]

const sides = [
  ['better', 'gain'],
  ['worse', 'loss'],
] as const

const counts: readonly Part[] = [
  [number('cases', 'Cases'), ({ cases }) => cases],
  [number('better', 'Better'), (one) => ofTested(one, one.better.length)],
  [number('worse', 'Worse'), (one) => ofTested(one, one.worse.length)],
  [
    number('neither', 'Neither'),
    (one) => ofTested(one, one.cases - one.untested - one.better.length - one.worse.length),
  ],
]
const untestedPart: Part = [number('untested', 'Not tested'), ({ untested }) => untested]

/** Nothing is said of a test without a tested case. */
function ofTested({ cases, untested }: TestChanges, count: number): number | undefined {
  return untested < cases ? count : undefined
}

/** A row for each test as printed: how many of its cases became better and worse, and the largest change of each. */
export function testTable(comparison: Comparison): Table {
  const tests = changesByTest(comparison)
  const naming = namingOf(comparison)
  const where = withinTest(naming)
  return tableOf(
    [
      ...(comparison.candidates.length > 1 ? [candidatePart] : []),
      [{ key: 'test', label: 'Test' }, ({ one }) => testLabel(one.test)],
      ...(naming.direction ? [directionPart] : []),
      ...(naming.metric
        ? [
            [
              { key: 'metric', label: 'Metric' },
              ({ one }: TestChanges) => findMetric(one.metric)?.label ?? one.metric,
            ] as const,
          ]
        : []),
      ...counts,
      ...(tests.some(({ untested }) => untested > 0) ? [untestedPart] : []),
      ...sides.flatMap(([side, word]): readonly Part[] => [
        [number(`largest_${word}`, `Largest ${word}`), ({ [side]: [cell] }) => cell && changeText(cell)],
        ...(where.keys.length > 0
          ? [
              [
                { key: `largest_${word}_case`, label: 'Where' },
                ({ [side]: [cell] }: TestChanges) => cell && cellLabel(cell, where),
              ] as const,
            ]
          : []),
      ]),
    ],
    tests,
  )
}

/** The same as numbers: differences in percent, which of a metric that should be low are negative where they are a gain. */
export function testNumbers(comparison: Comparison): Table {
  const where = withinTest(namingOf(comparison))
  return tableOf(
    [
      candidatePart,
      [{ key: 'test', label: 'Test' }, ({ one }) => one.test],
      directionPart,
      [{ key: 'metric', label: 'Metric' }, ({ one }) => one.metric],
      ...counts,
      untestedPart,
      ...sides.flatMap(([side, word]): readonly Part[] => [
        [
          { key: `largest_${word}_percent`, label: `Largest ${word}`, unit: '%' },
          ({ [side]: [cell] }) => cell?.comparison.differencePercent,
        ],
        [
          { key: `largest_${word}_case`, label: `Largest ${word}, case` },
          ({ [side]: [cell] }) => cell && cellLabel(cell, where),
        ],
      ]),
    ],
    changesByTest(comparison),
  )
}

const candidatePart: Part = [{ key: 'candidate', label: 'Candidate' }, ({ candidate }) => candidate]
const directionPart: Part = [{ key: 'direction', label: 'Direction' }, ({ one }) => one.direction]

function number(key: string, label: string): TableColumn {
  return { key, label, align: 'right' }
}

function namingOf({ candidates }: Comparison): CellNaming {
  return cellNaming(candidates.flatMap(({ cells }) => cells))
}

/** What distinguishes the cases of one test. */
function withinTest({ keys }: CellNaming): CellNaming {
  return { test: false, direction: false, metric: false, keys }
}

/** A change that was selected for its size, with the interval that holds for selected ones, or its deviation. */
function changeText(cell: ComparedCell): string | undefined {
  const { selectedInterval: selected, comparison } = cell
  if (selected === undefined || comparison.differencePercent === undefined) return cellChange(cell)
  const { lowPercent: low, highPercent: high } = selected
  return `${differenceText(comparison.differencePercent, low, high)} (${intervalText(low, high)})`
}
