/** Throughput at one number of threads (or queue depth). */
export interface ScalingPoint {
  readonly threads: number
  /** Any rate unit, the same for all points. */
  readonly throughput: number
}

/** X(N)/(N X(1)) of each point in order; undefined for all where N = 1 was not measured. */
export function scalingEfficiency(points: readonly ScalingPoint[]): (number | undefined)[] {
  const single = points.find((point) => point.threads === 1)?.throughput
  return points.map(({ threads, throughput }) =>
    single === undefined || !(single > 0) ? undefined : throughput / (threads * single),
  )
}

/** The smallest N whose throughput is within 5 % of the best; undefined for no points. */
export function scalingKnee(points: readonly ScalingPoint[], within = 0.05): number | undefined {
  const best = points.reduce((most, point) => Math.max(most, point.throughput), -Infinity)
  const near = points.filter((point) => point.throughput >= (1 - within) * best).map((point) => point.threads)
  return near.length === 0 ? undefined : near.reduce((least, one) => Math.min(least, one))
}
