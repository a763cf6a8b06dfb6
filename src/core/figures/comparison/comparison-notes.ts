import { cellLabel } from '../../comparison/texts/cell-label'
import type { ComparedCell, Comparison } from '../../comparison/comparison'
import { withoutPartnerText } from '../../comparison/judge/compare-runs'
import { fewIosText } from '../../comparison/judge/run-buckets'
import { geometricText } from '../../comparison/texts/percent-text'
import { isInvalidating, reservationName } from '../../results/reserved-runs'
import { formatCount } from '../../units/number-format'
import { unsplitNote } from '../dress/facets'
import type { FigureNote } from '../figure/figure'
import type { UsualSettings } from '../figure/usual-settings'
import type { CellArrangement } from './arrange-cells'

/** More places than this are counted, not listed. */
const mostListed = 4

/** What a reader should know about the compared cells besides the picture. */
export function comparisonNotes(
  comparison: Comparison,
  arrangement: CellArrangement,
  { facet }: Pick<UsualSettings, 'facet'>,
): readonly FigureNote[] {
  const cells = arrangement.placed.flatMap(({ cell }) => (cell === undefined ? [] : [cell]))
  const notes: FigureNote[] = []
  const add = (severity: FigureNote['severity'], text: string) => notes.push({ severity, text })
  const tell = (severity: FigureNote['severity'], found: readonly ComparedCell[], text: string) => {
    if (found.length > 0)
      add(severity, `${text}: ${listed(found.map((cell) => cellLabel(cell, arrangement.naming)))}.`)
  }
  if (facet !== undefined && arrangement.isFaceted !== true) notes.push(unsplitNote(facet))
  if (arrangement.hiddenPanels > 0) {
    add(
      'warning',
      `${formatCount(arrangement.hiddenPanels)} more panels do not fit: only the first ${arrangement.panelTitles.length} are shown. Hold a parameter at one level.`,
    )
  }
  for (const text of new Set(comparison.candidates.flatMap((one) => one.advice))) add('note', text)
  for (const { candidate, unmatched, summary } of comparison.candidates) {
    const count = unmatched.baseline.length + unmatched.candidate.length
    if (count > 0) {
      add(
        'warning',
        `${candidate.label}: ${formatCount(count)} ${count === 1 ? 'case has' : 'cases have'} no partner (${unmatched.baseline.length} of the baseline, ${unmatched.candidate.length} of the candidate).`,
      )
    }
    if (summary !== undefined && summary.cells > 1) {
      add(
        'note',
        `${candidate.label}: geometric mean of the ratios over ${formatCount(summary.cells)} cells ${geometricText(summary)}.`,
      )
    }
  }
  const having = (note: ComparedCell['comparison']['notes'][number]) =>
    cells.filter((cell) => cell.comparison.notes.includes(note))
  tell('warning', having('mean_and_typical_run_disagree'), 'Mean and typical run disagree, see the runs')
  tell(
    'note',
    having('low_n'),
    'Low n, fewer than 5 runs on a side: no second opinion by ranks, and nothing is settled',
  )
  tell('note', having('pairs_incomplete'), 'Compared as two groups, for not every run has its pair')
  tell(
    'note',
    having('pairs_without_ratio'),
    'Compared as two groups, for a pair with a run of 0 or less has no ratio',
  )
  const alone = cells.flatMap((cell) =>
    cell.withoutPartner === undefined
      ? []
      : [`${cellLabel(cell, arrangement.naming)} (${withoutPartnerText(cell.withoutPartner)})`],
  )
  if (alone.length > 0) add('note', `Compared in the pairs that are complete: ${listed(alone)}.`)
  const few = cells.flatMap((cell) =>
    cell.fewIos === undefined ? [] : [`${cellLabel(cell, arrangement.naming)} (${fewIosText(cell.fewIos)})`],
  )
  if (few.length > 0) add('warning', `Not tested, a percentile needs 10 I/Os beyond it: ${listed(few)}.`)
  for (const { name, isInvalid, cells: own } of reservedCells(cells))
    tell('warning', own, isInvalid ? `Not valid, so not tested (${name})` : `With a reservation (${name})`)
  tell(
    'warning',
    cells.filter((cell) => cell.comparison.verdict === 'percent_undefined'),
    'Percent undefined',
  )
  tell(
    'warning',
    cells.filter((cell) => ['identical', 'deterministic_difference'].includes(cell.comparison.verdict)),
    'Runs do not scatter at all, check the timer or copied values',
  )
  return notes
}

/** Cells by what is known against their runs, first what makes them no result. */
export function reservedCells(cells: readonly ComparedCell[]) {
  const found = new Map<string, { name: string; isInvalid: boolean; cells: ComparedCell[] }>()
  for (const cell of cells) {
    const { baseline = [], candidate = [] } = cell.reservations ?? {}
    for (const one of new Map([...baseline, ...candidate].map((known) => [known.id, known])).values()) {
      const own = found.get(one.id) ?? {
        ...{ name: reservationName(one), isInvalid: isInvalidating(one), cells: [] },
      }
      found.set(one.id, own)
      own.cells.push(cell)
    }
  }
  return [...found.values()].sort((one, other) => Number(other.isInvalid) - Number(one.isInvalid))
}

function listed(names: readonly string[]): string {
  if (names.length <= mostListed) return names.join('; ')
  return `${names.slice(0, mostListed).join('; ')} and ${formatCount(names.length - mostListed)} more`
}
