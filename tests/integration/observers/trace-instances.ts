import { existsSync } from 'node:fs'
import { tool } from '../guard/device-lab'

/** Trace instances of tracers that have ended, seen through a private mount if the machine has none. */
export function traceInstances(): readonly string[] {
  const list =
    'mount -t tracefs nodev /sys/kernel/tracing 2>/dev/null; ls /sys/kernel/tracing/instances | grep ^benchwright- || true'
  return tool('unshare', '-m', 'sh', '-c', list)
    .split('\n')
    .filter((name) => name !== '' && !existsSync(`/proc/${name.split('-').at(-1) ?? ''}`))
}

/** True if this machine lets this user trace block requests. */
export function canTraceRequests(): boolean {
  try {
    const look =
      'mount -t tracefs nodev /sys/kernel/tracing; ls /sys/kernel/tracing/events/block/block_rq_issue'
    tool('unshare', '-m', 'sh', '-c', look)
    return true
  } catch {
    return false
  }
}
