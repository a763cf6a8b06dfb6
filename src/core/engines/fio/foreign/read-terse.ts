import { isPercentileMeaningful } from '../../../statistics/latency/histogram'
import { largestOf, present } from '../../../iterables'
import type { ForeignRun, SkippedPart } from '../../foreign/foreign-output'
import { programRun, type PrintedNumbers } from '../../foreign/program-run'
import { failureOfErrno } from '../failures'
import { isNameOf } from '../output/read-job'
import type { Banner } from './printed-banners'
import { addedUp, percentileSuffix, type PrintedJob } from './printed-job'

/** Fields of a direction: KiB, KiB/s, IOPS, ms, then latencies in µs and bandwidth; version 5 has 6 more. */
const fieldsOf = { 3: 41, 4: 41, 5: 47 } as const

/** The processor, then shares by depth and by latency. */
const fieldsBeforeDrives = 5 + 7 + 22

/** Where a terse line stands in its text. */
interface PlacedLine {
  readonly line: string
  readonly at: number
}

/** The part of a line that counts. */
interface TerseJob extends Pick<PrintedJob, 'name' | 'numbers'> {
  readonly version: string
  readonly banner: Banner | undefined
  /** What the drives did during the whole run of fio; empty if it was not recorded. */
  readonly drives: string
}

/**
 * fio's terse lines of version 3 to 5, whose parameters are in the banner before them. Lines of one name that end with
 * the same requests of the drives are clones of one job: fio writes them all at its end.
 */
export function readTerse(
  lines: readonly PlacedLine[],
  banners: readonly Banner[],
  skipped: SkippedPart[],
): readonly ForeignRun[] {
  const jobs = lines.flatMap((line) => present(readLine(line, banners, skipped)))
  const groups: TerseJob[][] = []
  for (const job of jobs) {
    const last = groups.at(-1)
    const [first] = last ?? []
    const isClone = first?.name === job.name && job.drives !== '' && first.drives === job.drives
    if (last && isClone && first.banner === job.banner) last.push(job)
    else groups.push([job])
  }
  return groups.flatMap((clones) => {
    const [first] = clones
    if (!first) return []
    const { name, version, banner } = first
    return programRun({
      label: name,
      levels: {
        ...(banner?.levels ?? { job: name }),
        ...(clones.length > 1 && { jobs: clones.length }),
      },
      numbers: addedUp(clones, 'io_bytes'),
      version,
    })
  })
}

function readLine(
  { line, at: place }: PlacedLine,
  banners: readonly Banner[],
  skipped: SkippedPart[],
): TerseJob | undefined {
  const fields = line.trim().split(';')
  const [version = '', program = '', name = '', , error = ''] = fields
  const length = version === '5' ? fieldsOf[5] : fieldsOf[3]
  const sides = version === '3' ? (['read', 'write'] as const) : (['read', 'write', 'trim'] as const)
  if (fields.length < 5 + sides.length * length + 3) {
    skipped.push({ part: name, reason: 'The line is cut off. Copy the file again.' })
    return undefined
  }
  if (Number(error) !== 0) {
    skipped.push({ part: name, reason: failureOfErrno(Number(error)).text })
    return undefined
  }
  const numbers = sides.map((direction, at): readonly [string, PrintedNumbers] => {
    const part = fields.slice(5 + at * length, 5 + (at + 1) * length)
    const value = (index: number, factor: number) => Number(part[index]) * factor
    if (!(value(0, 1) > 0)) return [direction, {}]
    const about = (value(2, 1) * value(3, 1)) / 1000
    const own = {
      io_bytes: value(0, 1024),
      bandwidth: value(1, 1024),
      iops: value(2, 1),
      completion_latency_max: value(9, 1000),
      completion_latency_mean: value(10, 1000),
      ...Object.fromEntries(part.slice(12, 32).flatMap((cell) => terseP(cell, about))),
      latency_max: value(33, 1000),
      latency_mean: value(34, 1000),
    }
    return [direction, own]
  })
  const after = 5 + sides.length * length
  const runtime = largestOf(
    sides.map((_, at) => Number(fields[5 + at * length + 3])),
    0,
  )
  const total = {
    cpu_user: percent(fields[after]),
    cpu_system: percent(fields[after + 1]),
    runtime: runtime / 1000,
  }
  return {
    name,
    version: program.replace(/^fio-/, ''),
    banner: banners.filter((one) => isNameOf(one.name, name) && one.at < place).at(-1),
    drives: fields.slice(after + fieldsBeforeDrives).join(';'),
    numbers: { ...Object.fromEntries(numbers), total },
  }
}

/** `99.000000%=2375`, in µs; `0%=0` fills unused places. Left out if `count` I/Os, about, cannot tell it. */
function terseP(cell: string, count: number): readonly (readonly [metric: string, ns: number])[] {
  const [, at, value] = /^([\d.]+)%=(\d+)$/.exec(cell) ?? []
  const name = percentileSuffix(Number(at))
  return name === undefined || !isPercentileMeaningful(count, Number(at))
    ? []
    : [[`completion_latency_${name}`, Number(value) * 1000]]
}

function percent(text: string | undefined): number {
  return Number((text ?? '').replace('%', ''))
}
