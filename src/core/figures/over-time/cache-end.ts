import { bytesWrittenOf } from './binned-line'
import type { LineNumbers } from './line-numbers'
import type { PanelLine, ReadRun } from './time-panels'

/** A drop of the speed by at least this share is the end of a cache. */
export const leastFall = 0.2
/** A speed within this share of the earlier one counts as recovered. */
const backWithin = 0.1

/** The write speed of a drive from the start, and where its cache ended. */
export interface WriteCourse {
  /** In the whole run. */
  readonly bytes: number
  readonly seconds: number
  /** Undefined if the speed never fell for good. */
  readonly cache?: {
    readonly seconds: number
    readonly bytes: number
    /** Half of the amount written during one bin at this point: the precision of the position. */
    readonly halfWidth: number
    /** Mean speeds before and after that point, in B/s. */
    readonly before: number
    readonly after: number
  }
}

/**
 * The first change point at which the write speed falls by a fifth or more of its mean so far, by more than the scatter
 * of the levels before and after, and stays low: if a period at the old speed at least as long as the slow one follows, it was a pause. Undefined if bytes written are
 * not known.
 */
export function writeCourse({ series }: ReadRun, { binned, numbers }: PanelLine): WriteCourse | undefined {
  const written = bytesWrittenOf(series)
  if (written === undefined || numbers === undefined) return undefined
  const seconds = (binned.seconds[binned.seconds.length - 1] ?? 0) + binned.binSeconds / 2
  const bytes = written(seconds)
  const end = cacheEnd(numbers, seconds)
  if (end === undefined || !(written(end) > 0) || seconds <= end) return { bytes, seconds }
  const half = binned.binSeconds / 2
  return {
    ...{ bytes, seconds },
    cache: {
      ...{ seconds: end, bytes: written(end) },
      halfWidth: (written(end + half) - written(end - half)) / 2,
      before: written(end) / end,
      after: (bytes - written(end)) / (seconds - end),
    },
  }
}

interface Segment {
  readonly from: number
  readonly to: number
  readonly mean: number
}

function cacheEnd(numbers: LineNumbers, endSeconds: number): number | undefined {
  const { changes, mean } = numbers
  const starts = [0, ...changes.map(({ seconds }) => seconds), endSeconds]
  const segments = starts.slice(1).map((to, at): Segment => ({
    ...{ from: starts[at] ?? 0, to },
    mean: (at === 0 ? changes[0]?.before : changes[at - 1]?.after) ?? mean,
  }))
  let [moved, passed] = [0, 0]
  for (const [at, { from, to, mean: speed }] of segments.entries()) {
    const before = moved / passed
    if (
      speed <= (1 - leastFall) * before &&
      staysDown(segments.slice(at), before) &&
      exceedsScatter(segments.slice(0, at), segments.slice(at), numbers)
    )
      return from
    moved += speed * (to - from)
    passed += to - from
  }
  return undefined
}

/** Standard deviations by which a drop must exceed the scatter of the segment means on both sides of it. */
const leastDeviations = 2

/** Whether the drop between the two parts exceeds the scatter of the segment means within them, and what chance gives these. */
function exceedsScatter(
  before: readonly Segment[],
  after: readonly Segment[],
  { levelVariance = 0, searchedSeconds }: LineNumbers,
): boolean {
  const [a, b] = [partOf(before), partOf(after)]
  const chance = levelVariance * searchedSeconds * (1 / a.seconds + 1 / b.seconds)
  const scatter = (a.squares + b.squares) / (a.seconds + b.seconds)
  return a.mean - b.mean > leastDeviations * Math.sqrt(chance + scatter)
}

/** Mean of some segments, and the squared distances of their means from it, by their length. */
function partOf(segments: readonly Segment[]) {
  const sum = (of: (one: Segment) => number) =>
    segments.reduce((total, one) => total + of(one) * (one.to - one.from), 0)
  const seconds = sum(() => 1)
  const mean = sum((one) => one.mean) / seconds
  return { seconds, mean, squares: sum((one) => (one.mean - mean) ** 2) }
}

/** Whether segments, the first of which is slow, remain slow: no period at the old speed outlasts the slow one before it. */
function staysDown(segments: readonly Segment[], before: number): boolean {
  const isBack = ({ mean }: Segment) => mean >= (1 - backWithin) * before
  const length = (some: readonly Segment[]) => some.reduce((sum, { from, to }) => sum + to - from, 0)
  const back = segments.findIndex(isBack)
  if (back < 0) return true
  const again = segments.findIndex((segment, at) => at > back && !isBack(segment))
  const fast = segments.slice(back, again < 0 ? undefined : again)
  return length(fast) < length(segments.slice(0, back))
}
