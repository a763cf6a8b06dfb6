import {
  isMissingResult,
  type ImportReport,
  type SkippedSource,
} from '../../../../core/contract/import-requests'
import { formatCount } from '../../../../core/units/number-format'

/** What an import added, in one sentence. */
export function reportTitle(report: ImportReport): string {
  const runs = sum(report.campaigns.map((campaign) => campaign.runs))
  const printed = sum(report.campaigns.map((campaign) => campaign.publishedResults))
  const logs = report.taken.filter((taken) => taken.runs + taken.publishedResults === 0).length
  const withLogs = logs > 0 ? `, with ${formatCount(logs)} ${logs === 1 ? 'log' : 'logs'} over time` : ''
  if (runs + printed > 0) return `${amountText(runs, printed)} imported${withLogs}.`
  const isKnown = report.skipped.some(({ kind }) => kind === 'known-already')
  return isKnown ? 'Nothing new: these results are here already.' : 'Nothing was imported.'
}

/** `29 runs, 414 printed results` */
export function amountText(runs: number, publishedResults: number): string {
  const parts = [
    runs > 0 ? `${formatCount(runs)} ${runs === 1 ? 'run' : 'runs'}` : '',
    publishedResults > 0
      ? `${formatCount(publishedResults)} printed ${publishedResults === 1 ? 'result' : 'results'}`
      : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}

export interface SkippedLine {
  readonly path: string
  readonly part: string
  readonly reason: string
  /** A result that is missing now. */
  readonly isMissing: boolean
}

const mostLines = 500

const remedies: Partial<Record<SkippedSource['kind'], string>> = {
  ambiguous: ' Paste it under “A printed table” and say which there.',
  'open-column':
    ' Paste it under “A printed table” and say there what the column holds, or that it is not used.',
  'open-unit': ' Import it again to say which.',
  'no-test': ' Paste it under “A printed table” and name the test there.',
  'left-columns': ' To take them, paste the table under “A printed table” and say there what each holds.',
}

/** What was left out, starting with what should have been a result. Many other files are summed up in one line. */
export function skippedLines({ skipped }: ImportReport): readonly SkippedLine[] {
  const missing = skipped.filter(isMissingResult)
  const known = skipped.filter(({ kind }) => kind === 'known-already')
  const others = skipped.filter(({ kind }) => kind === 'unknown')
  const parts = skipped.filter(({ kind }) => kind === 'left-log' || kind === 'left-columns')
  const listed = [...missing, ...known, ...parts, ...(others.length > 5 ? [] : others)]
  const lines = listed.slice(0, mostLines).map((one) => ({
    path: one.path,
    part: one.part,
    reason: `${one.reason}${remedies[one.kind] ?? ''}`,
    isMissing: isMissingResult(one),
  }))
  const uncounted = listed.length - lines.length
  const summary = (reason: string) => ({ path: '', part: '', reason, isMissing: false })
  return [
    ...lines,
    ...(uncounted > 0 ? [summary(`${formatCount(uncounted)} more.`)] : []),
    ...(others.length > 5 ? [summary(`${formatCount(others.length)} files that hold no results.`)] : []),
  ]
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
