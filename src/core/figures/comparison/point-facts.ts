import type { ComparedCell, ComparedSide, Comparison } from '../../comparison/comparison'
import { withoutPartnerText } from '../../comparison/judge/compare-runs'
import { fewIosText } from '../../comparison/judge/run-buckets'
import { cellReservations } from '../../comparison/texts/comparison-rows'
import { cellChange } from '../../comparison/texts/cell-text'
import { pText } from '../../comparison/texts/percent-text'
import { estimatorText, noteText, verdictText } from '../../statistics/comparison/case-comparison'
import { isCampaignKey, namesLevel } from '../../comparison/sides/spelling'
import type { Levels } from '../../comparison/comparison-data'
import type { FigurePoint } from '../figure/figure'
import type { FigureProvenance } from '../figure/provenance'
import type { PlacedCell } from './arrange-cells'

/** A compared case as a mark of a figure in percent; empty if it has no value. `tell`: its value, with the first line of its text. */
export function comparedPoint(
  { x, candidate, cell }: PlacedCell,
  comparison: Comparison,
  provenance: FigureProvenance,
  places: ReadonlyMap<ComparedCell, number>,
  tell: (cell: ComparedCell) => Pick<FigurePoint, 'y' | 'low' | 'high' | 'filled' | 'facts'>,
): FigurePoint {
  if (cell === undefined) return { x, y: undefined, n: undefined, failedRuns: 0, dots: [] }
  const side = comparison.candidates[candidate]?.candidate
  const { facts = [], ...told } = tell(cell)
  return {
    x,
    ...told,
    n: fewerRuns(cell),
    // The baseline's failures are reported once, with the first candidate.
    failedRuns:
      (candidate === 0 ? failedRuns(comparison.baseline, cell.levels, provenance) : 0) +
      (side === undefined ? 0 : failedRuns(side, cell.levels, provenance)),
    dots: [],
    facts: [...facts, ...pointFacts(cell)],
    ...(cell.fewIos && { tooFewIos: true as const }),
    ...(cell.comparison.verdict === 'not_valid' && { isInvalid: true as const }),
    cell: places.get(cell),
  }
}

/** Runs behind a difference: those of the side with fewer; undefined if not printed. */
export function fewerRuns({ n: { baseline, candidate } }: ComparedCell): number | undefined {
  return baseline === undefined || candidate === undefined ? undefined : Math.min(baseline, candidate)
}

/** The text next to the mark of a compared case. */
export function pointFacts(cell: ComparedCell): readonly string[] {
  const { comparison, n, adjustedP, excluded, withoutPartner, source, fewIos } = cell
  const { estimator, p, verdict, notes } = comparison
  const facts: string[] = []
  const estimate = cellChange(cell)
  if (estimate !== undefined) {
    facts.push(estimator === undefined ? estimate : `${estimate}, ${estimatorText(estimator)}`)
  }
  facts.push(fewIos === undefined ? verdictText(verdict) : fewIosText(fewIos))
  if (p !== undefined)
    facts.push(`p ${pText(p)}${adjustedP === undefined ? '' : `, adjusted ${pText(adjustedP)}`}`)
  facts.push(
    n.baseline === undefined && n.candidate === undefined
      ? 'numbers of runs not printed'
      : `n ${n.baseline ?? 'not printed'} and ${n.candidate ?? 'not printed'}`,
  )
  for (const note of notes) facts.push(noteText(note))
  const known = cellReservations(cell)
  if (known !== undefined) facts.push(known)
  if (excluded !== undefined) facts.push(`${excluded.runIds.length} left out by hand`)
  if (withoutPartner !== undefined) facts.push(withoutPartnerText(withoutPartner))
  if (source !== undefined && source !== '') facts.push(`printed in ${source}`)
  return facts
}

/** Failed runs of the cases of these cells, each once, however many numbers of a case are shown. */
export function failedRunsOf(
  { baseline, candidates }: Comparison,
  shown: ReadonlySet<ComparedCell>,
  provenance: FigureProvenance,
): number {
  let sum = 0
  const counted = new Set<string>()
  for (const { candidate, cells } of candidates)
    for (const cell of cells) {
      if (!shown.has(cell)) continue
      const levels = JSON.stringify(Object.entries(cell.levels).sort(([a], [b]) => (a < b ? -1 : 1)))
      for (const side of [baseline, candidate]) {
        const key = `${JSON.stringify(side.selection)} ${levels}`
        if (!counted.has(key)) sum += failedRuns(side, cell.levels, provenance)
        counted.add(key)
      }
    }
  return sum
}

/** Runs of a case that failed on one side. */
export function failedRuns(side: ComparedSide, levels: Levels, { campaigns }: FigureProvenance): number {
  const chosen = side.selection.filter((term) => !isCampaignKey(term.key))
  return campaigns
    .filter((campaign) => side.campaignIds.includes(campaign.campaignId))
    .flatMap((campaign) => campaign.failedRuns)
    .filter(
      (run) =>
        Object.entries(levels).every(([key, level]) => run[key] === undefined || run[key] === level) &&
        chosen.every(({ key, value }) => {
          const level = run[key]
          return level === undefined || namesLevel(value, level)
        }),
    ).length
}
