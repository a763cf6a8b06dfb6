import {
  cellDifference,
  cellInterval,
  momentTexts,
  unitsByMetric,
} from '../../core/comparison/texts/cell-text'
import type { ComparedCell, Comparison } from '../../core/comparison/comparison'
import type { ComparisonSettings } from '../../core/comparison/comparison-settings'
import { saidFactors, openConfounders } from '../../core/comparison/texts/percent-refusal'
import { pText } from '../../core/comparison/texts/percent-text'
import { summaryText } from '../../core/comparison/texts/summary-text'
import { formatLevel, usualKind } from '../../core/plan/levels/format-level'
import { counted, withUnit } from '../../core/units/number-format'
import { comparisonRows, type ComparisonRows } from '../../core/comparison/texts/comparison-rows'
import { tableToCsv } from '../../core/document/csv'
import { tableToJson } from '../../core/document/json'
import { exitStatus, type Command, type CommandContext } from '../command'
import { comparisonOptions, comparisonSettings } from '../export-options'
import { textTable } from '../output'
import { redactOption, reviewSource, withReview } from '../with-review'

export const compare: Command = {
  words: ['compare'],
  endsAtOnce: true,
  positionals: ['FILE.benchwright'],
  summary: 'Compare campaigns case by case: difference, interval, p, adjusted p and verdict.',
  options: {
    ...comparisonOptions,
    ...redactOption,
    csv: { help: 'Print CSV to standard output.' },
  },
  run(parsed, context) {
    const settings = comparisonSettings('compare', parsed)
    return withReview(reviewSource(parsed), async (review) => {
      const comparison = review.compare(settings)
      const table = comparisonRows(comparison)
      if (parsed.json) await context.stdout.stream('json', tableToJson(table))
      else if (parsed.flag('csv')) await context.stdout.stream('csv', tableToCsv(table))
      else await context.stdout.stream('lines', forTerminal(comparison, table))
      warn(comparison, settings, context)
      return table.rows.length === 0 ? exitStatus.failed : exitStatus.done
    })
  },
}

/** Notes for the reader, on standard error so that the rows stay clean. */
function warn(comparison: Comparison, settings: ComparisonSettings, { stderr }: CommandContext): void {
  for (const one of comparison.candidates) {
    const name = `${one.candidate.label} against ${comparison.baseline.label}`
    const open = saidFactors(openConfounders(one.confounders))
    const implied = saidFactors(one.confounders.filter((factor) => factor.impliedBy !== undefined))
    if (open.length > 0) {
      const accepted = comparison.acceptance === undefined ? '' : ` (accepted: ${comparison.acceptance})`
      stderr.line(`note: ${name}: also different: ${open.join('; ')}${accepted}`)
    }
    if (implied.length > 0) stderr.line(`note: ${name}: comes with it: ${implied.join('; ')}`)
    if (one.unrecorded.length > 0)
      stderr.line(`note: ${name}: recorded on one side only: ${one.unrecorded.join(', ')}`)
    const { baseline, candidate } = one.unmatched
    if (baseline.length > 0)
      stderr.line(`note: ${name}: cases of the baseline without a partner: ${baseline.length}`)
    if (candidate.length > 0)
      stderr.line(`note: ${name}: cases of the candidate without a partner: ${candidate.length}`)
    for (const text of one.advice) stderr.line(`note: ${text}`)
    if (one.cells.length === 0) stderr.line(`note: ${name}: no case was measured on both sides`)
  }
  const unused = (settings.excludedRuns?.length ?? 0) - comparison.excludedRuns.length
  if (unused > 0)
    stderr.line(
      `note: ${counted(unused, 'run')} to leave out ${unused === 1 ? 'is' : 'are'} not among those compared`,
    )
}

const columns = [
  'candidate',
  'test',
  'direction',
  'metric',
  'baseline_mean',
  'candidate_mean',
  'verdict',
  'notes',
]

/** Fewer columns than in a file; numbers with their units and the digits of every other table, and the summary below. */
function forTerminal(comparison: Comparison, table: ComparisonRows): Iterable<string> {
  const place = (key: string) => table.columns.findIndex((column) => column.key === key)
  const axes = table.columns.slice(place('unit') + 1, place('baseline_n')).map((column) => column.key)
  const besides = comparison.mode === 'sigma' ? 'deviation' : 'interval'
  const shown = [
    ...columns.slice(0, 4),
    ...axes,
    ...columns.slice(4, 6),
    'difference',
    besides,
    'estimator',
    'adjusted_p',
    ...columns.slice(6),
  ]
  const several = new Set(
    shown.filter(
      (key) =>
        !columns.slice(0, 4).includes(key) || new Set(table.rows.map((row) => row[place(key)])).size > 1,
    ),
  )
  const header = shown.filter((key) => several.has(key))
  // In the order of the rows.
  const cells = comparison.candidates.flatMap((one) => one.cells)
  const units = unitsByMetric(cells)
  const rows: string[][] = []
  for (const [at, row] of table.rows.entries()) {
    const texts = header.map((key) => {
      const compared = cells[at]
      if (compared !== undefined) {
        if (key === 'difference') return cellDifference(compared) ?? ''
        if (key === besides) return cellInterval(compared) ?? ''
        if (key === 'baseline_mean') return meanText(compared, 'baseline', units)
        if (key === 'candidate_mean') return meanText(compared, 'candidate', units)
      }
      const cell = row[place(key)]
      if (typeof cell !== 'number') return cell === undefined ? '' : String(cell)
      return key === 'adjusted_p' ? pText(cell) : formatLevel(cell, usualKind(key))
    })
    rows.push(texts)
  }
  return rows.length === 0 ? [] : [...textTable(header, rows), '', ...summaryText(comparison).split('\n')]
}

/** Every mean of a metric has its unit, so that the eye can compare them. */
function meanText(
  cell: ComparedCell,
  side: 'baseline' | 'candidate',
  units: ReturnType<typeof unitsByMetric>,
): string {
  const unit = units.get(cell.metric) ?? { label: '', factor: 1 }
  const texts = momentTexts(cell, side, unit)
  return texts === undefined ? '' : withUnit(texts.mean, unit.label)
}
