import type { ImportReport, SkippedSource } from '../core/contract/import-report'
import { formatCount } from '../core/units/number-format'

/** What an import took and what it left, file by file, for the terminal. */
export function importLines(file: string, report: ImportReport): readonly string[] {
  const lines = report.taken.map(
    (taken) => `took     ${taken.path}: ${taken.what}, ${amount(taken.runs, taken.publishedResults)}`,
  )
  // A folder of results is full of other files; they are counted, not listed.
  const others = report.skipped.filter(({ kind }) => kind === 'unknown')
  const listed = others.length > 5 ? report.skipped.filter(({ kind }) => kind !== 'unknown') : report.skipped
  for (const one of listed) lines.push(skippedLine(one))
  if (others.length > 5) lines.push(`skipped  ${formatCount(others.length)} files that hold no results.`)
  for (const campaign of report.campaigns) {
    const label = [campaign.configuration, campaign.device].filter((part) => part !== '').join(', ')
    lines.push(
      `${file}: campaign ${campaign.id}, "${campaign.name}"${label === '' ? '' : ` (${label})`}: ${amount(campaign.runs, campaign.publishedResults)}`,
    )
  }
  if (report.campaigns.length === 0) lines.push(`${file}: nothing was imported.`)
  return lines
}

function skippedLine({ path, part, kind, reason }: SkippedSource): string {
  const line = `skipped  ${path}${part === '' ? '' : `, ${part}`}: ${reason}`
  if (kind !== 'ambiguous') return line
  return `${line} Say which mark stands before its decimals: --numbers '${part}=point' or --numbers '${part}=comma'.`
}

function amount(runs: number, publishedResults: number): string {
  const parts = [
    runs > 0 ? `${formatCount(runs)} ${runs === 1 ? 'run' : 'runs'}` : '',
    publishedResults > 0
      ? `${formatCount(publishedResults)} published ${publishedResults === 1 ? 'result' : 'results'}`
      : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}
