import { createHash } from 'node:crypto'
import type { HostRecord } from '../../core/results/campaign/host-record'
import type { LogEntry } from '../../core/results/campaign/campaign'
import { planOfCases, type PlanOfCases } from '../../core/plan/plan-of-cases'
import { thisMachine } from '../../core/plan/destination'
import type { Plan, Workload } from '../../core/plan/plan'
import { storedPlanSchema } from '../../core/plan/plan-json'
import * as v from 'valibot'
import type { SourceFile } from '../store/tables/campaigns/imported-campaign'
import { largestOf } from '../../core/iterables'

/** Names a campaign that is built from files. */
export interface CampaignLabels {
  readonly name: string
  readonly configuration: string
  /** Empty: unknown. */
  readonly device: string
  readonly engine: string
}

/**
 * The parameter sets as cases of a plan that could have been theirs. Their axes may span more combinations
 * than a plan can run, because imported results are rarely a full matrix. Throws a RangeError if no plan can
 * contain them.
 */
export function casesOf(
  sets: readonly Workload[],
  keyOrder: readonly string[],
  labels: CampaignLabels,
  sources: readonly SourceFile[],
): PlanOfCases & { readonly plan: Plan } {
  const found = planOfCases(sets, keyOrder)
  const counts = new Map<number, number>()
  for (const index of found.indexes) counts.set(index, (counts.get(index) ?? 0) + 1)
  const plan: Plan = {
    schema: 1,
    id: `imported-${identityOf(labels, sources)}`,
    name: labels.name,
    notes: '',
    engine: labels.engine,
    base: found.base,
    axes: found.axes,
    excluded: found.excluded,
    repetitions: Math.min(10_000, largestOf(counts.values(), 1)),
    order: { kind: 'designed', seed: 0 },
    pauseSeconds: 0,
    onFailure: 'continue',
    target: { kind: 'none' },
    hosts: [thisMachine],
  }
  const checked = v.safeParse(storedPlanSchema, plan)
  if (checked.success) return { ...found, plan }
  const [issue] = checked.issues
  throw new RangeError(
    `The parameters do not fit into a plan: ${v.getDotPath(issue) ?? ''} ${issue.message}.`,
  )
}

/** The same files under the same names give the same id. */
function identityOf(labels: CampaignLabels, sources: readonly SourceFile[]): string {
  const parts = [labels, ...sources.map((source) => source.sha256)]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)
}

/** A machine of which nothing is known except, perhaps, its drive. */
export function recordOf(device: string, more: Partial<HostRecord> = {}): HostRecord {
  return { name: 'unknown', ...more, ...(device !== '' && { device: { name: device } }), raw: {} }
}

/**
 * One line per file, and the first of those left out: a reader of the results file should know about both.
 */
export function logOf(lines: readonly string[], left: readonly string[], atMs: number): readonly LogEntry[] {
  const shown = left.slice(0, 50)
  const more = left.length > shown.length ? [`${left.length - shown.length} more were left out.`] : []
  return [
    ...lines.slice(0, 200).map((text): LogEntry => ({ atMs, level: 'info', text })),
    ...[...shown, ...more].map((text): LogEntry => ({ atMs, level: 'warning', text })),
  ]
}
