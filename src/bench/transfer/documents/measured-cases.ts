import type { MeasuredCase } from '../../../core/document/campaign-summary'
import { findEngine, headlinesOf } from '../../../core/engines/registry'
import { isSmallRequest } from '../../../core/engines/usual-metric'
import { caseLabel } from '../../../core/plan/format-level'
import type { LevelValue } from '../../../core/plan/plan'
import type { CampaignDetail } from '../../../core/results/campaign'
import { findMetric } from '../../../core/results/metrics'
import type { ReviewReader } from '../../store/review-store'
import { countReservations, type ReservedRuns } from '../../../core/results/reserved-runs'
import type { RunSummary } from '../../../core/results/run'
import { groupBy } from '../../../core/units/iterables'

/** Runs, by id, that differ from the others. */
interface MarkedRuns {
  /** Excluded, by a person or because they came before the steady window. */
  readonly excluded?: ReadonlySet<number>
  /** With what is known against them. */
  readonly reserved?: ReservedRuns
}

/**
 * The cases of a campaign in the plan's order with the totals of their finished runs that were not excluded,
 * for the main metric of its engine, or IOPS if all requests are small; with `bySize`, for the main metric of
 * each case: bandwidth for large requests and IOPS for small ones. Cases without a number are omitted.
 */
export function measuredCases(
  { runs, plan, engine }: Pick<CampaignDetail, 'runs' | 'plan' | 'engine'>,
  bySize = false,
  { excluded, reserved = new Map() }: MarkedRuns = {},
): readonly MeasuredCase[] {
  const done = runs.filter(
    ({ id, phase, state }) => phase === 'measure' && state === 'done' && excluded?.has(id) !== true,
  )
  const known = headlinesOf(engine).filter((id) => done.some(({ headline }) => headline[id] !== undefined))
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
  return ordered.flatMap((own) => {
    const [first] = own
    const metric = findMetric(metricOf(first.levels))
    const values = own.flatMap(({ headline }) => headline[metric?.id ?? ''] ?? [])
    if (!metric || values.length === 0) return []
    return [
      {
        ...{ label: caseLabel(first, fields), metric },
        found: { unit: metric.unit, values, printed: undefined },
        reservations: countReservations(
          own.map(({ id }) => id),
          reserved,
        ),
      },
    ]
  })
}

/** The same with what the review says of the runs. */
export function casesOfCampaign(
  review: ReviewReader,
  campaign: Pick<CampaignDetail, 'id' | 'runs' | 'plan' | 'engine'>,
  bySize = false,
): readonly MeasuredCase[] {
  const excluded = new Set(review.excludedRuns().map(({ runId }) => runId))
  return measuredCases(campaign, bySize, { excluded, reserved: review.reservedRuns(campaign.id) })
}
