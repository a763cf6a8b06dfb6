import type { TimedValues } from './min-max-pyramid'

/** Consecutive points of which only the smallest and the largest are kept. */
interface Bucket {
  points: number
  lowAt: number
  low: number
  highAt: number
  high: number
}

/** The newest points are kept individually: a minute at ten per second. */
const mostNew = 600
/** Buckets of older points; at two points each, as many as a wide picture can show. */
const mostBuckets = 2048

/**
 * A growing series in bounded memory: its newest points unchanged, and the smallest and the largest of each bucket of
 * older ones. The buckets double in length whenever there are too many.
 */
export class ThinnedSeries {
  #newest: { seconds: number; value: number }[] = []
  #buckets: Bucket[] = []
  /** Points in a full bucket. */
  #bucketPoints = 1
  #last = -Infinity

  /** Time of the newest point; -Infinity if there is none. */
  get last(): number {
    return this.#last
  }

  /** Adds a point; one that is not newer than the last is ignored. */
  add(seconds: number, value: number): void {
    if (!(seconds > this.#last)) return
    this.#last = seconds
    this.#newest.push({ seconds, value })
    // Half of them at once, so that moving them costs next to nothing per point.
    if (this.#newest.length >= 2 * mostNew)
      for (const old of this.#newest.splice(0, mostNew)) this.#thin(old.seconds, old.value)
  }

  /** The points kept, times ascending. */
  points(): TimedValues {
    const seconds: number[] = []
    const values: number[] = []
    const put = (at: number, value: number) => {
      seconds.push(at)
      values.push(value)
    }
    for (const { lowAt, low, highAt, high } of this.#buckets) {
      if (lowAt === highAt) put(lowAt, low)
      else if (lowAt < highAt) {
        put(lowAt, low)
        put(highAt, high)
      } else {
        put(highAt, high)
        put(lowAt, low)
      }
    }
    for (const { seconds: at, value } of this.#newest) put(at, value)
    return { seconds: Float64Array.from(seconds), values: Float64Array.from(values) }
  }

  #thin(at: number, value: number): void {
    const added: Bucket = { points: 1, lowAt: at, low: value, highAt: at, high: value }
    const last = this.#buckets.at(-1)
    if (last && last.points < this.#bucketPoints) join(last, added)
    else this.#buckets.push(added)
    if (this.#buckets.length <= mostBuckets) return
    this.#bucketPoints *= 2
    const joined: Bucket[] = []
    for (const bucket of this.#buckets) {
      const before = joined.at(-1)
      if (before && before.points + bucket.points <= this.#bucketPoints) join(before, bucket)
      else joined.push(bucket)
    }
    this.#buckets = joined
  }
}

function join(bucket: Bucket, next: Bucket): void {
  bucket.points += next.points
  if (next.low < bucket.low) [bucket.low, bucket.lowAt] = [next.low, next.lowAt]
  if (next.high > bucket.high) [bucket.high, bucket.highAt] = [next.high, next.highAt]
}
