/** One row of a table of levels against a reference row; undefined parts where a throughput is not above 0. */
export interface RatioToReference {
  /** T(reference)/T(x), the slow-down factor. */
  readonly slowDown: number | undefined
  /** 100 T(x)/T(reference) */
  readonly retainedPercent: number | undefined
  /** 100 - retained */
  readonly slowerPercent: number | undefined
}

/** Throughput against that of a named reference, both in the same unit. */
export function ratioToReference(throughput: number, reference: number): RatioToReference {
  const retainedPercent = reference > 0 ? (100 * throughput) / reference : undefined
  return {
    slowDown: throughput > 0 && reference > 0 ? reference / throughput : undefined,
    retainedPercent,
    slowerPercent: retainedPercent === undefined ? undefined : 100 - retainedPercent,
  }
}
