import type { Workload } from '../../plan/plan'
import { describeFields, whole } from '../describe-fields'
import type { CommandRequest, Field, OptionProblem, ParseResult } from '../engine'
import type { OfferedLoad } from '../offered-load'
import { failed, failure } from '../failures'
import type { SysbenchReport } from './report'

const arrive =
  'at random (Poisson), whatever is taken of them, and the latency counts the time they wait for a thread. More than 100,000 that wait end the run: sysbench keeps no more.'

/** A share of the capacity, and a fixed rate of requests or transactions. */
export function offeredFields(what: 'requests' | 'transactions'): readonly Field[] {
  const isRequests = what === 'requests'
  const Name = isRequests ? 'Requests' : 'Transactions'
  return describeFields('workload', {
    offered_percent: {
      option: '--rate, % of capacity',
      kind: { type: 'percent', max: 1000 },
      help: `${Name} arrive at this share of the capacity that the preparation has found, ${arrive}`,
      axisLevels: [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110],
    },
    [isRequests ? 'offered_iops' : 'offered_transactions']: {
      option: '--rate',
      kind: whole(1),
      help: `${Name} a second of all threads together that arrive ${arrive}`,
      axisLevels: isRequests ? [1000, 2000, 5000, 10_000, 20_000] : [50, 100, 200, 500, 1000],
    },
  })
}

/** Requests or transactions offered per second; undefined if nothing is offered, or a share of an unknown capacity. */
function rateOf({ workload, offeredPerSecond }: CommandRequest): number | undefined {
  const rate = offeredPerSecond ?? workload.offered_iops ?? workload.offered_transactions
  return typeof rate === 'number' ? rate : undefined
}

/** `eventsPerRequest`: what sysbench counts for each request or transaction that is offered. */
export function rateArgs(request: CommandRequest, eventsPerRequest = 1): readonly string[] {
  const rate = rateOf(request)
  return rate === undefined ? [] : [`--rate=${String(Math.round(rate * eventsPerRequest))}`]
}

/** The load offered to a run and served. */
export function offeredLoad(report: SysbenchReport, request: CommandRequest): OfferedLoad | undefined {
  return servedLoad(report, rateOf(request))
}

/** The load that a report tells of, at this many requests or transactions offered per second. */
export function servedLoad(report: SysbenchReport, offered: number | undefined): OfferedLoad | undefined {
  if (offered === undefined) return undefined
  const { transactions, reads = 0, writes = 0, seconds, threads, latency } = report
  const reached = transactions ?? reads + writes
  // Latency counts the wait for a thread: with one second of it for each thread and second, all are in use.
  const fullShare =
    latency.sumNs === undefined || threads === undefined
      ? undefined
      : Math.min(1, latency.sumNs / (1e9 * seconds * threads))
  return {
    metric: transactions === undefined ? 'offered_iops' : 'offered_transactions',
    ...{ offered, reached, count: reached * seconds },
    ...{ depth: threads ?? 1, fullShare, countsWaiting: true },
  }
}

/** More requests were waiting than sysbench can queue; undefined if the run ended otherwise. */
export function queueFull(printed: string): ParseResult | undefined {
  if (!/^FATAL: The event queue is full/m.test(printed)) return undefined
  return failed(
    failure(
      'offered-queue-full',
      'Saturated: more than 100,000 waited for a thread, and sysbench ends then without a result.',
      'Offer less, use more jobs, or shorten the run time.',
    ),
  )
}

/** Two rates at once. */
export function checkOffered(workload: Workload): readonly OptionProblem[] {
  const [key, other] = ['offered_percent', 'offered_iops', 'offered_transactions'].filter((one) =>
    Object.hasOwn(workload, one),
  )
  if (key === undefined || other === undefined) return []
  return [{ key: other, text: `${other} and ${key} both set a rate.`, remedy: 'Remove one of them.' }]
}
