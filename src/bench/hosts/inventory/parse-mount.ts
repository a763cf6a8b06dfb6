import type { HostRecord } from '../../../core/results/campaign/host-record'
import { countOf, known, parseLoose, recordsOf, textOf } from './loose-json'

export interface Mount extends NonNullable<HostRecord['fileSystem']> {
  /** `major:minor` of the file system, if findmnt prints it; `0:n` for those without a device. */
  readonly deviceNumber?: string
}

/**
 * `findmnt -J -b -T PATH -o TARGET,SOURCE,FSTYPE,OPTIONS,SIZE,AVAIL,MAJ:MIN` (util-linux). Mounts on top of
 * each other are all listed; the last one is in effect. `df -Pk` replaces a missing findmnt.
 */
export function parseMount(findmnt: string | undefined, df: string | undefined): Mount | undefined {
  const entry = recordsOf(parseLoose(findmnt)?.filesystems).at(-1)
  const fallback = parseDf(df)
  const mountPoint = textOf(entry?.target) ?? fallback?.mountPoint
  const source = textOf(entry?.source) ?? fallback?.source
  if (mountPoint === undefined && source === undefined) return undefined
  return known({
    type: textOf(entry?.fstype),
    mountPoint,
    source,
    options: textOf(entry?.options),
    sizeBytes: countOf(entry?.size) ?? fallback?.sizeBytes,
    freeBytes: countOf(entry?.avail) ?? fallback?.freeBytes,
    deviceNumber: textOf(entry?.['maj:min']),
  })
}

/**
 * Last line of `df -Pk` (POSIX): source, total KiB, used, available, percent, mount point. Names may contain
 * blanks.
 */
function parseDf(df: string | undefined): Mount | undefined {
  const match = /^(.+?)\s+(\d+)\s+(\d+)\s+(-?\d+)\s+(?:\d+%|-)\s+(\/.*)$/.exec(
    df?.trim().split('\n').at(-1) ?? '',
  )
  if (!match) return undefined
  const [, source = '', total = '', , available = '', mountPoint = ''] = match
  return {
    source,
    mountPoint,
    sizeBytes: Number(total) * 1024,
    freeBytes: Math.max(0, Number(available) * 1024),
  }
}
