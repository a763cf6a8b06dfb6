import type { Workload } from '../../../plan/plan'
import type { Direction } from '../../../results/observation'

/** fio's options for a workload's pattern: its `rw` and, for mixes, `rwmixread`. */
export interface AccessPattern {
  readonly rw: 'read' | 'write' | 'rw' | 'randread' | 'randwrite' | 'randrw'
  /** Only for `rw` and `randrw`. */
  readonly readPercent?: number
  readonly random: boolean
  /** Directions that must show I/O in the result. */
  readonly directions: readonly Exclude<Direction, 'total' | 'trim'>[]
  /** Share of writes, 0 to 1. */
  readonly writeShare: number
}

const patternIds = [
  'random-mix',
  'random-read',
  'random-write',
  'sequential-mix',
  'sequential-read',
  'sequential-write',
] as const

export type PatternId = (typeof patternIds)[number]

export const defaultPattern: PatternId = 'random-mix'
export const defaultReadPercent = 50

/** The pattern of a workload; the field's initial value if it has none or an invalid one. */
export function patternOf(workload: Workload): PatternId {
  return patternIds.find((id) => id === workload.pattern) ?? defaultPattern
}

/** The workload's access pattern. A mix at 100 or 0 % is a pure read or write: fio reports a mix of one kind as such. */
export function accessPattern(workload: Workload): AccessPattern {
  const id = patternOf(workload)
  const random = id.startsWith('random')
  const readPercent = id.endsWith('-mix') ? readPercentOf(workload) : id.endsWith('-read') ? 100 : 0
  if (readPercent >= 100)
    return { rw: random ? 'randread' : 'read', random, directions: ['read'], writeShare: 0 }
  if (readPercent <= 0)
    return { rw: random ? 'randwrite' : 'write', random, directions: ['write'], writeShare: 1 }
  return {
    rw: random ? 'randrw' : 'rw',
    readPercent,
    random,
    directions: ['read', 'write'],
    writeShare: 1 - readPercent / 100,
  }
}

function readPercentOf(workload: Workload): number {
  return typeof workload.read_percent === 'number' ? workload.read_percent : defaultReadPercent
}
