import type { Workload } from '../../../plan/plan'
import { numberOf, valueOf } from './fields'

/** One line of a job file. */
export type JobOption = readonly [name: string, value: string]

/** Keys that determine the content; a file laid out for one setting does not serve another. */
export const dataContentKeys = [
  'compress_percent',
  'dedupe_percent',
  'dedupe_mode',
  'dedupe_working_set_percentage',
  'dedupe_global',
  'buffer_pattern',
] as const

/** fio splits each piece of this size into a random and a constant part; at its own 512 bytes the split repeats in every sector. */
const compressChunkBytes = 4096

/**
 * Options for the content of written data (engine facts from fio's init.c and measured files). 0 %: `refill_buffers`
 * alone, because `buffer_compress_percentage=0` writes one buffer over and over. 1 to 99 %: the percentage with
 * refill and a 4 KiB chunk. 100 %: zeros, as fio itself does. Absent: fio's own fill; written 4 KiB at a time,
 * pieces of 128 KiB shrink to 9 %, single blocks to 92 %.
 */
export function dataContentOptions(workload: Workload): readonly JobOption[] {
  const compress = numberOf(workload, 'compress_percent')
  const dedupe = numberOf(workload, 'dedupe_percent') ?? 0
  if (compress !== undefined && compress >= 100) return [['zero_buffers', '1']]
  const options: JobOption[] = []
  if (compress !== undefined || dedupe > 0) options.push(['refill_buffers', '1'])
  if (compress !== undefined && compress > 0) {
    options.push(
      ['buffer_compress_percentage', String(compress)],
      ['buffer_compress_chunk', String(compressChunkBytes)],
    )
  }
  if (dedupe > 0) {
    options.push(['dedupe_percentage', String(dedupe)])
    for (const name of ['dedupe_mode', 'dedupe_working_set_percentage', 'dedupe_global'] as const) {
      const value = valueOf(workload, name)
      if (value !== undefined) options.push([name, optionText(value)])
    }
  }
  const pattern = valueOf(workload, 'buffer_pattern')
  if (pattern !== undefined) options.push(['buffer_pattern', optionText(pattern)])
  return options
}

/** A value as fio reads it: switches as 1 and 0, numbers in full. */
export function optionText(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'number' && !Number.isInteger(value)
    ? value.toFixed(6).replace(/\.?0+$/, '')
    : String(value)
}
