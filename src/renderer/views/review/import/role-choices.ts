import { testLabel } from '../../../../core/plan/levels/level-words'
import { findMetric } from '../../../../core/results/metrics'
import type { ColumnRole } from '../../../../core/results/published/column-role'
import { unitsFor } from '../../../../core/results/published/value-units'

/** One thing a column may contain, for a list to choose from. */
export interface RoleChoice {
  /** Identifies the role in the list. */
  readonly id: string
  readonly label: string
  readonly group: string
  readonly role: ColumnRole
}

const levels: readonly (readonly [key: string, label: string])[] = [
  ['block_size', 'Block size'],
  ['file_size', 'File size'],
  ['queue_depth', 'Queue depth'],
  ['jobs', 'Jobs or threads'],
  ['read_percent', 'Reads, %'],
  ['compress_percent', 'Compressible, %'],
  ['dedupe_percent', 'Dedupe, %'],
  ['fill_percent', 'Capacity in use, %'],
  ['pattern', 'Pattern'],
]

/** `µs` in letters of a keyboard: read in headings, but the same unit twice in a list. */
const plainMicroseconds = 'us'

const metricIds = ['bandwidth', 'iops', 'latency_mean', 'latency_p50', 'latency_p95', 'latency_p99']

/** Everything a column may contain, in the order of the list. */
export const roleChoices: readonly RoleChoice[] = [
  choice('', 'Not used', { kind: 'ignore' }),
  choice('What was measured', 'Test', { kind: 'test' }),
  choice('What was measured', 'Drive', { kind: 'device' }),
  choice('What was measured', 'Configuration', { kind: 'configuration' }),
  choice('What was measured', 'Direction', { kind: 'direction' }),
  choice('What was measured', 'Number of runs', { kind: 'runs' }),
  choice('What was measured', 'Note', { kind: 'note' }),
  ...levels.map(([key, label]) => choice('Parameter', label, { kind: 'level', key })),
  ...metricIds.flatMap((id) => meanChoices(id)),
  ...(['read', 'write'] as const).flatMap((direction) =>
    metricIds.flatMap((id) => meanChoices(id, direction)),
  ),
  choice('Result', 'Deviation of the result before', { kind: 'deviation' }),
  ...metricIds.flatMap((id) => differenceChoice(id)),
]

/** The choice that represents a role; a role off the list, such as an uncommon level, gets its own. */
export function choiceOf(role: ColumnRole): RoleChoice {
  const id = idOf(role)
  return roleChoices.find((one) => one.id === id) ?? { id, label: ownLabel(role), group: 'This table', role }
}

function meanChoices(metricId: string, direction?: 'read' | 'write'): readonly RoleChoice[] {
  const metric = findMetric(metricId)
  if (!metric) return []
  return unitsFor(metric.unit)
    .filter((unit) => unit !== plainMicroseconds)
    .map((unit) =>
      choice(
        direction === undefined ? 'Result' : direction === 'read' ? 'Result of reads' : 'Result of writes',
        unit === metric.label ? unit : `${metric.label}, ${unit}`,
        {
          kind: 'mean',
          metric: metric.id,
          ...(unit !== metric.unit && { unit }),
          ...(direction !== undefined && { direction }),
        },
      ),
    )
}

function differenceChoice(metricId: string): readonly RoleChoice[] {
  const metric = findMetric(metricId)
  if (!metric) return []
  return [choice('Difference to a baseline', `${metric.label}, %`, { kind: 'difference', metric: metric.id })]
}

function choice(group: string, label: string, role: ColumnRole): RoleChoice {
  return { id: idOf(role), label, group, role }
}

/** Names of drives belong to the column, not to the choice. */
function idOf(role: ColumnRole): string {
  switch (role.kind) {
    case 'level':
      return ['level', role.key, role.unit ?? ''].join(':')
    case 'mean':
      return [
        'mean',
        role.metric,
        role.unit ?? '',
        ...[role.direction, role.test].filter((part) => part),
      ].join(':')
    case 'difference':
      return `difference:${role.metric}`
    case 'open':
      return `open:${role.text}`
    default:
      return role.kind
  }
}

function ownLabel(role: ColumnRole): string {
  if (role.kind === 'level') return role.unit === undefined ? role.key : `${role.key}, ${role.unit}`
  if (role.kind === 'open') return 'Say what it holds'
  if (role.kind !== 'mean' && role.kind !== 'difference') return role.kind
  return role.kind === 'mean' ? meanWords(role) : (findMetric(role.metric)?.label ?? role.metric)
}

/** "Bandwidth, MB/s, reads", with the test that the heading names. */
function meanWords({ metric: id, unit, direction, test }: Extract<ColumnRole, { kind: 'mean' }>): string {
  const metric = findMetric(id)
  const words = [metric?.label ?? id, unit ?? (metric?.unit === metric?.label ? undefined : metric?.unit)]
  const whose = test === undefined ? (direction === undefined ? undefined : `${direction}s`) : testLabel(test)
  return [...words, whose === 'totals' ? 'total' : whose].filter((word) => word !== undefined).join(', ')
}
