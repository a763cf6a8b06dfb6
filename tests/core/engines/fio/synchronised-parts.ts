import type { HostPart } from '../../../../src/core/engines/engine'

/** Two hosts with a small random mix for two seconds each, matching the captured outputs of client and server. */
export function parts(): readonly HostPart[] {
  return ['alpha', 'beta'].map((host, place) => ({
    host,
    socket: `host-${String(place + 1)}`,
    request: {
      workload: {
        pattern: 'random-mix',
        read_percent: 70,
        block_size: 65536,
        io_engine: 'psync',
        queue_depth: 1,
        jobs: 1,
        direct: false,
        file_size: 1024 * 1024,
        runtime: 2,
        time_based: true,
      },
      dataFile: `/mnt/capture/data-${String(place + 1)}`,
      runName: `bw-00000000-${String(place + 2)}`,
      phase: 'measure',
      seed: 7 + place,
      engineVersion: '3.33',
    },
  }))
}
