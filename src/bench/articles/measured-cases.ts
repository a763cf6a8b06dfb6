import type { MeasuredCase } from '../../core/document/campaign-summary'
import { findEngine, headlinesOf } from '../../core/engines/registry'
import { isSmallRequest } from '../../core/engines/usual-metric'
import { caseLabel, type LevelField } from '../../core/plan/levels/format-level'
import { testLabel } from '../../core/plan/levels/level-words'
import type { LevelValue, Plan } from '../../core/plan/plan'
import type { CampaignDetail } from '../../core/results/campaign/campaign'
import { findMetric } from '../../core/results/metrics'
import type { TestHeadlines } from '../store/tables/runs/headlines'
import type { ReviewReads } from '../store/review-reads'
import { countReservations, type ReservedRuns } from '../../core/results/reserved-runs'
import type { RunSummary } from '../../core/results/run'
import { groupBy } from '../../core/iterables'

/** Runs, by id, that differ from the others. */
interface MarkedRuns {
  /** Excluded, by a person or because they came before the steady window. */
  readonly excluded?: ReadonlySet<number>
  /** With what is known against them. */
  readonly reserved?: ReservedRuns
  /** The numbers of each test of a run; unset: those of the run. */
  readonly tests?: ReadonlyMap<number, TestHeadlines>
}

/**
 * The cases of a campaign, each test of a case on its own, in the plan's order with the totals of their finished runs that were not excluded,
 * for the main metric of its engine, or IOPS if all requests are small; with `bySize`, for the main metric of
 * each case: bandwidth for large requests and IOPS for small ones, or what was measured of it. Cases without a number are
 * omitted.
 */
export function measuredCases(
  { runs, plan, engine }: Pick<CampaignDetail, 'runs' | 'plan' | 'engine'>,
  bySize = false,
  { excluded, reserved = new Map(), tests }: MarkedRuns = {},
): readonly MeasuredCase[] {
  const done = runs.filter(
    ({ id, phase, state }) => phase === 'measure' && state === 'done' && excluded?.has(id) !== true,
  )
  const all = headlinesOf(engine).filter((id) => done.some(({ headline }) => headline[id] !== undefined))
  // At an offered load the rate is what was asked for, and the response time is what was measured.
  const responses = isOffered(plan) ? all.filter((id) => id.startsWith('latency_')) : []
  const known = responses.length > 0 ? responses : all
  const [usual] = known
  if (usual === undefined) return []
  const hasBoth = known.includes('iops') && known.includes('bandwidth')
  const bySizeOf = (levels: Readonly<Record<string, LevelValue>>) => {
    const bytes = levels.block_size ?? plan.base.block_size
    if (!hasBoth || typeof bytes !== 'number') return usual
    return isSmallRequest(bytes) ? 'iops' : 'bandwidth'
  }
  const areAllSmall = hasBoth && done.every(({ levels }) => bySizeOf(levels) === 'iops')
  const metricOf = bySize ? bySizeOf : () => (areAllSmall ? 'iops' : usual)
  const places = (run: RunSummary) =>
    plan.axes.map(({ key, levels }) => levels.findIndex((level) => level === run.levels[key]))
  const ordered = [...groupBy(done, ({ caseKey }) => caseKey).values()].sort(([one], [other]) => {
    const [a, b] = [places(one), places(other)]
    const at = a.findIndex((place, index) => place !== b[index])
    return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
  })
  const fields = findEngine(engine)?.description.fields ?? []
  const testsOf = (some: readonly RunSummary[]) =>
    new Set(some.flatMap(({ id }) => [...(tests?.get(id)?.keys() ?? [])]))
  const [onlyTest, ...otherTests] = testsOf(done)
  const hasSeveral = otherTests.length > 0
  const isSaid = done.every(
    ({ levels }) => onlyTest !== undefined && Object.values(levels).includes(onlyTest),
  )
  return ordered.flatMap((own) => {
    const [first] = own
    const told = hasSeveral ? [...testsOf(own)] : [undefined]
    return told.flatMap((test) => {
      const numbersOf = ({ id, headline }: RunSummary) =>
        test === undefined ? headline : (tests?.get(id)?.get(test) ?? {})
      // Some programs measure the rate of some cases and the bandwidth or the latency of others.
      const wanted = [metricOf(first.levels), ...(bySize ? known : [])]
      const metric = findMetric(
        wanted.find((id) => own.some((run) => numbersOf(run)[id] !== undefined)) ?? '',
      )
      const having = own.filter((run) => numbersOf(run)[metric?.id ?? ''] !== undefined)
      const values = having.flatMap((run) => numbersOf(run)[metric?.id ?? ''] ?? [])
      if (!metric || values.length === 0) return []
      return [
        {
          ...{ label: labelOf(first, test, fields), caseKey: first.caseKey, metric },
          ...(test !== undefined && { test }),
          ...(!hasSeveral && !isSaid && onlyTest !== undefined && onlyTest !== '' && { onlyTest }),
          found: { metric: metric.id, unit: metric.unit, values, printed: undefined },
          reservations: countReservations(
            having.map(({ id }) => id),
            reserved,
          ),
        },
      ]
    })
  })
}

const offeredKeys = ['offered_percent', 'offered_iops', 'offered_transactions'] as const

/** Whether requests arrive at a rate, whether they are served or not, in every case of the plan. */
function isOffered({ base, axes }: Pick<Plan, 'base' | 'axes'>): boolean {
  return offeredKeys.some((key) => base[key] !== undefined || axes.some((axis) => axis.key === key))
}

/** A case with its test, unless a level says it already. */
function labelOf(run: RunSummary, test: string | undefined, fields: readonly LevelField[]): string {
  if (test === undefined || Object.values(run.levels).includes(test)) return caseLabel(run, fields)
  const parts = [testLabel(test), ...(Object.keys(run.levels).length === 0 ? [] : [caseLabel(run, fields)])]
  return parts.join(' · ')
}

/** The same with what the review says of the runs. */
export function casesOfCampaign(
  review: ReviewReads,
  campaign: Pick<CampaignDetail, 'id' | 'runs' | 'plan' | 'engine'>,
  bySize = false,
): readonly MeasuredCase[] {
  const excluded = new Set(review.excludedRuns().map(({ runId }) => runId))
  return measuredCases(campaign, bySize, {
    excluded,
    reserved: review.reservedRuns(campaign.id),
    tests: review.testHeadlines(campaign.id),
  })
}
