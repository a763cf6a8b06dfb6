import type { SeriesRequest } from '../../../plan/recording'
import type { CommandRequest } from '../../engine'
import type { JobOption } from '../workload/data-content'
import { numberOf } from '../workload/fields'

/** Prefix of the names of a run's logs: `series_bw.1.log`. */
export const logPrefix = 'series'

/** Series that are written for the request: only measured runs have any. */
export function seriesOf({ phase, series }: CommandRequest): SeriesRequest | undefined {
  return phase === 'measure' ? series : undefined
}

/**
 * The cheapest logs that provide what was requested. Averages need three of them; a histogram log has the rates as
 * well if all requests have the same size. Timestamps are times of day, which aligns them with the host's series.
 */
export function logOptions(request: CommandRequest): readonly JobOption[] {
  const series = seriesOf(request)
  if (!series) return []
  const interval = String(intervalMs(series))
  const hasHistograms = series.detail === 'histograms'
  const averages: readonly JobOption[] = [
    ['write_bw_log', logPrefix],
    ['write_iops_log', logPrefix],
    ['write_lat_log', logPrefix],
    ['log_avg_msec', interval],
  ]
  return [
    ...(hasHistograms && fixedBlockBytes(request) !== undefined ? [] : averages),
    ...(hasHistograms
      ? ([
          ['write_hist_log', logPrefix],
          ['log_hist_msec', interval],
        ] as const)
      : []),
    ['log_unix_epoch', '1'],
  ]
}

/** fio counts intervals in whole milliseconds. */
export function intervalMs({ seconds }: SeriesRequest): number {
  return Math.round(seconds * 1000)
}

/** Size of every request; undefined if sizes vary. */
export function fixedBlockBytes({ workload }: CommandRequest): number | undefined {
  const varies = ['bssplit', 'bsrange'].some((key) => workload[key] !== undefined)
  return varies ? undefined : numberOf(workload, 'block_size')
}
