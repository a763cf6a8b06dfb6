import { seededRandom } from '../../../src/core/statistics/special/seeded-random'
import { normalQuantile } from '../../../src/core/statistics/special/distributions'

/**
 * How many times a simulation is repeated: `short` in the test suite, as many times more as `BENCHWRIGHT_SIMULATIONS` says
 * in the long form, e.g. `BENCHWRIGHT_SIMULATIONS=20 npx vitest run --project unit tests/core/statistics`.
 */
export function simulated(short: number): number {
  return Math.ceil(short * Number(process.env.BENCHWRIGHT_SIMULATIONS ?? '1'))
}

/** Standard normal numbers of a seed. */
export function normals(seed: number): () => number {
  const random = seededRandom(seed)
  return () => normalQuantile((Math.floor(random() * 2 ** 31) + 0.5) / 2 ** 31)
}

/** Three standard errors of a share found in this many tries: what a seeded simulation may be off. */
export function slack(share: number, tries: number): number {
  return 3 * Math.sqrt((share * (1 - share)) / tries)
}
