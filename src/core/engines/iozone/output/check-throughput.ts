import { iozoneTests } from '../tests'
import { findTableContradiction } from './check-table'
import type { IozoneDocument } from './iozone-document'
import { OutputError, type OutputProblem } from './lines'
import type { ThroughputBlock } from './read-throughput'
import { largestOf, smallestOf } from '../../../iterables'

/** Where a complete output contradicts itself; undefined if all repeated numbers agree. */
export function findContradiction(document: IozoneDocument, source: string): OutputProblem | undefined {
  const found = document.layout ? findTableContradiction(document) : findThroughputContradiction(document)
  return found?.toProblem(source)
}

/**
 * Checks the numbers of the throughput mode against each other and against the report. IOzone rounds each to two
 * decimals, so sums may be off by half a hundredth per part.
 */
function findThroughputContradiction(document: IozoneDocument): OutputError | undefined {
  for (const [at, block] of document.blocks.entries()) {
    const isRepeated = document.blocks.findIndex((one) => isSameResult(one, block)) < at
    if (isRepeated) {
      return new OutputError(
        'repeated-result',
        `${block.test.id} with ${block.jobs} jobs appears twice.`,
        block.at,
      )
    }
    const wrong = findDisagreement(block)
    if (wrong !== undefined) {
      return new OutputError(
        'numbers-disagree',
        `The numbers of ${block.test.id} contradict each other: ${wrong}.`,
        block.at,
      )
    }
  }
  return reportContradiction(document)
}

/** True if at least one child had nothing to count: IOzone's Min then ignores a first child of 0. */
export function hasIdleChild(block: ThroughputBlock): boolean {
  return block.least === 0 || block.least * block.jobs > block.children + rounding(block.jobs)
}

function findDisagreement(block: ThroughputBlock): string | undefined {
  const { children, jobs, average, least, most, each, leastTransfer } = block
  const tolerance = rounding(jobs)
  if (jobs < 1) return 'there are no jobs'
  // Both are rounded, so the mean of one job is the sum, and that of several differs slightly.
  const isMean =
    jobs === 1 ? average === children : Math.abs(average - children / jobs) <= 0.0051 * (1 + 1 / jobs)
  if (!isMean) return 'the average is not the sum by the jobs'
  if (least > most + 0.01 || most > children + 0.01) return 'least, most and sum are out of order'
  if (jobs === 1 && (least !== children || most !== children)) return 'one job has a least and a most'
  if (jobs === 2 && !hasIdleChild(block) && Math.abs(least + most - children) > tolerance)
    return 'two jobs do not add up'
  if (jobs === 2 && hasIdleChild(block) && Math.abs(most - children) > tolerance)
    return 'one working job is not the sum'
  if (each.length === 0) return undefined
  const rates = each.map((child) => child.rate)
  if (each.length !== jobs) return 'there is not one line per job'
  if (Math.abs(sum(rates) - children) > tolerance) return 'the jobs do not add up'
  if (largestOf(rates) !== most) return 'no job has the largest rate'
  if (!hasIdleChild(block) && smallestOf(rates) !== least) return 'no job has the smallest rate'
  const transfers = each.map((child) => child.transfer)
  return transfers.includes(leastTransfer) ? undefined : 'no job moved the least amount'
}

function reportContradiction(document: IozoneDocument): OutputError | undefined {
  const { throughputReports, blocks, wantsReport, isComplete } = document
  if (!isComplete || (!wantsReport && throughputReports.length === 0)) return undefined
  const at = throughputReports[0]?.at ?? document.at
  const counts = [...new Set(blocks.map((block) => block.jobs))]
  for (const test of iozoneTests) {
    if (test.throughputReport === undefined) continue
    const printed = counts.map((jobs) => blocks.find((one) => one.test === test && one.jobs === jobs))
    const lines = throughputReports.filter((report) => report.title === test.throughputReport)
    const wanted = printed.map((block) => block?.children ?? 0)
    const said = lines[0]?.values
    if (lines.length > 1 || (said === undefined && printed.some(Boolean))) {
      return new OutputError(
        'report-incomplete',
        `The report does not have one line "${test.throughputReport}".`,
        at,
      )
    }
    if (said === undefined) continue
    if (said.length !== wanted.length || said.some((value, place) => value !== wanted[place])) {
      return new OutputError(
        'report-differs',
        `The report says ${said.join(', ')} for ${test.id}, the blocks ${wanted.join(', ')}.`,
        lines[0]?.at ?? at,
      )
    }
  }
  const stranger = throughputReports.find(
    (report) => !iozoneTests.some((test) => test.throughputReport === report.title),
  )
  return (
    stranger && new OutputError('unexpected-text', `The report has a line "${stranger.title}".`, stranger.at)
  )
}

function isSameResult(one: ThroughputBlock, other: ThroughputBlock): boolean {
  return one.test === other.test && one.jobs === other.jobs
}

function rounding(jobs: number): number {
  return 0.0051 * (jobs + 1)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
