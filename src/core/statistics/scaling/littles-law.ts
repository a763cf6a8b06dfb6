/**
 * Mean latency that Little's law demands of a closed system: requests outstanding over throughput, in seconds. Undefined
 * where throughput is not above 0.
 */
export function littleLatencySeconds(outstanding: number, iops: number): number | undefined {
  return iops > 0 ? outstanding / iops : undefined
}

/** Whether a reported mean latency is so far from Little's (over 10 %) that a reader should be told. Same units. */
export function littleDiffers(reported: number, expected: number): boolean {
  return Math.abs(reported - expected) > 0.1 * expected
}
