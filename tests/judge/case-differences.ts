/** A worked case as stored in the files. */
export interface WorkedCase {
  id: string
  method: string
  view?: string
  inputs: unknown
  expected: unknown
  tolerance: Tolerance
}

export interface Tolerance {
  rel?: number
  abs?: number
  abs_truncate?: number
  exact?: boolean
  exact_changepoints?: boolean
}

/** Lists every difference between a result and the expected one, by the conventions of the file of cases. */
export function differences(actual: unknown, expected: unknown, tolerance: Tolerance, path = ''): string[] {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length)
      return [`${path}: ${JSON.stringify(actual)}`]
    return expected.flatMap((item, i) => differences(actual[i], item, tolerance, `${path}[${i}]`))
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return [`${path}: ${JSON.stringify(actual)}`]
    return Object.entries(expected).flatMap(([key, value]) =>
      key.endsWith('_WRONG')
        ? key in actual
          ? [`${path}.${key} must not be given`]
          : []
        : differences((actual as Record<string, unknown>)[key], value, tolerance, `${path}.${key}`),
    )
  }
  const exact =
    tolerance.exact === true ||
    (tolerance.exact_changepoints === true && path.startsWith('.changepoints')) ||
    (tolerance.abs_truncate === 0 && path.startsWith('.truncate'))
  const same =
    typeof actual === 'number' && typeof expected === 'number' && !exact
      ? Math.abs(actual - expected) <= (tolerance.abs ?? (tolerance.rel ?? 0) * Math.abs(expected) + 1e-9)
      : Object.is(actual, expected) || (actual === 0 && expected === 0)
  return same ? [] : [`${path}: ${String(actual)} instead of ${String(expected)}`]
}
