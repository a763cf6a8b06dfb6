import type { Workload } from '../../plan/plan'
import { diagnosticData, isOn, numberOf, plainData, valueOf } from './fields'

/** Keys that determine the content. */
export const dataContentKeys = [
  'dedupe_percent',
  'dedupe_alike',
  'dedupe_interior_percent',
  'dedupe_within_percent',
  'compress_percent',
  'dedupe_granule_bytes',
  'dedupe_set',
] as const

/** How the file is filled, apart from percentages. */
export function fillOf(workload: Workload): 'dedupe' | 'diagnostic' | 'plain' {
  const fill = valueOf(workload, 'dedupe_percent')
  if (fill === diagnosticData) return 'diagnostic'
  return fill === plainData ? 'plain' : 'dedupe'
}

/**
 * Flags for the content of written data. `-+w` is always there unless the fill is a word: IOzone's own fill repeats one
 * block and measures the compressor. `-+d` and `-+w` exclude each other (status 20). `-+a` has no effect without `-+M`,
 * nor `-+M` without `-+w`. Measured on files of 16 MiB; see docs/iozone.md.
 */
export function dataContentArgs(workload: Workload): readonly string[] {
  const fill = fillOf(workload)
  if (fill === 'diagnostic') return ['-+d']
  if (fill === 'plain') return []
  const percent = numberOf(workload, 'dedupe_percent') ?? 0
  const alike = isOn(workload, 'dedupe_alike') ? percent : undefined
  const interior = numberOf(workload, 'dedupe_interior_percent') ?? alike
  const within = numberOf(workload, 'dedupe_within_percent') ?? alike
  const compress = numberOf(workload, 'compress_percent')
  const granule = numberOf(workload, 'dedupe_granule_bytes')
  const set = numberOf(workload, 'dedupe_set')
  return [
    '-+w',
    String(percent),
    ...flag('-+y', interior),
    ...flag('-+C', within),
    ...flag('-+Q', granule),
    ...flag('-+S', set),
    ...(compress === undefined ? [] : ['-+a', String(compress), '-+M']),
  ]
}

export function flag(name: string, value: number | undefined): readonly string[] {
  return value === undefined ? [] : [name, String(value)]
}
