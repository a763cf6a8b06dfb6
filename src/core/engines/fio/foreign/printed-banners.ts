import type { LevelValue } from '../../../plan/plan'
import { parseBytes } from '../../../units/bytes'
import { echoedLevels } from './echoed-levels'

/** The parameters in the banner of a job. */
export type BannerLevels = Readonly<Record<string, LevelValue>>

/** A line that fio prints before a run for each of its jobs, except clones. */
export interface Banner {
  readonly name: string
  /** As `groupid` in the result. */
  readonly group: number
  readonly levels: BannerLevels
  /** Clones of the job follow, shown as `...`. */
  readonly hasClones: boolean
  /** Where it begins. */
  readonly at: number
}

export const bannerHead = /^(?:<[^>\n]+> )?.+: \(g=\d+\): rw=/

/**
 * `NAME: (g=0): rw=randrw, bs=(R) 4096B-4096B, (W) 16.0KiB-16.0KiB, (T) 4096B-4096B, ioengine=psync, iodepth=1`; before
 * version 3 `bs=4K-4K/4K-4K/4K-4K`. A client names its server in front: `<host> NAME: …`.
 */
export function bannersOf(text: string): readonly Banner[] {
  const banner =
    /^(?:<[^>\n]+> )?(.+): \(g=(\d+)\): rw=(\w+), bs=([^\n]+?), (?:ioengine=([\w./-]+), )?iodepth=(\d+)(.*\n(?:<[^>\n]+> )?\.\.\.$)?/gm
  return [...text.matchAll(banner)].map(
    ({
      1: name = '',
      2: group,
      3: rw = '',
      4: blocks = '',
      5: ioengine,
      6: depth = '1',
      7: clones,
      index,
    }) => {
      const options = new Map([
        ['rw', rw],
        ['bs', blockSize(rw, blocks)],
        ['iodepth', depth],
        ...(ioengine === undefined ? [] : ([['ioengine', ioengine]] as const)),
      ])
      // Neither the page cache nor the share of reads is in the banner.
      const { direct: _direct, read_percent: _share, ...levels } = echoedLevels(options)
      return { name, group: Number(group), levels, hasClones: clones !== undefined, at: index }
    },
  )
}

/** The sizes of the directions that the job has, as fio takes them: `4096`, `4096-65536`, `4096,16384`. */
function blockSize(rw: string, blocks: string): string {
  const [read = '', write = read, trim = write] = blocks
    .split(/, (?=\()|\//)
    .map((side) =>
      side
        .replace(/^\(\w\) /, '')
        .split('-')
        .map(bytesOf),
    )
    .map(([least, most = least]) => (least === most ? `${least}` : `${least}-${most}`))
  if (/^(?:rand)?(?:rw|readwrite)$/.test(rw)) return read === write ? read : `${read},${write}`
  if (rw.includes('trimwrite')) return trim === write ? trim : `${trim},${write}`
  return rw.endsWith('read') ? read : rw.endsWith('write') ? write : trim
}

/** `4096B`, `16.0KiB`, `4K`. Other texts stay as they are. */
function bytesOf(text: string): number | string {
  const read = parseBytes(text, 'binary')
  return read.ok ? read.value : text
}
