import { versionGates } from '../../versions'

/** Oldest fio the app runs: bytes per second in the result came with 3.2, even filling of small blocks with 3.3. */
export const oldestVersion = '3.3'

/**
 * First version that supports an option correctly. Only certain cases are listed; the engine's own check of every
 * case (`--parse-only`) finds the rest.
 */
export const gates = versionGates({
  /** `lat_percentiles` along with `clat_percentiles`; some earlier versions accepted only one of them. */
  several_percentiles: '3.20',
  /** Compressible and repeated data combined. */
  compress_with_dedupe: '3.29',
  io_uring: '3.13',
  dedupe_mode: '3.28',
  dedupe_working_set_percentage: '3.28',
})
export const { supports } = gates

/** Reads `fio-3.33`, `fio 2.1.11` or `fio-3.36-12-gabc` as `3.33`, `2.1.11`, `3.36`. */
export function readVersion(text: string): string | undefined {
  return /\bfio[- ]v?(\d+(?:\.\d+){1,9})/.exec(text)?.[1]
}
