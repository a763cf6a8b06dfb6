const firstMs = 500
const longestMs = 8000
const jitter = 0.2

/**
 * How long to wait before the next try of a connection, in milliseconds: doubled each time up to 8 s, so that a host that
 * is back is found within 30 s even if the try before it hangs for the 10 s that ssh waits; with jitter, so that many
 * hosts that went away together are not tried in step. `chance` is from 0 to 1.
 */
export function backOffMs(failures: number, chance: number): number {
  const wait = Math.min(longestMs, firstMs * 2 ** Math.min(failures, 10))
  return Math.round(wait * (1 - jitter + 2 * jitter * chance))
}
