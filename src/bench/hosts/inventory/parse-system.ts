import { countOf, textOf } from './loose-json'

/** Total memory: `MemTotal` of /proc/meminfo in KiB (proc(5)), or `hw.memsize` of sysctl in bytes. */
export function parseMemoryBytes(
  meminfo: string | undefined,
  sysctl: string | undefined,
): number | undefined {
  const kib = countOf(/^MemTotal:\s*(\d+) kB$/m.exec(meminfo ?? '')?.[1])
  return kib !== undefined ? kib * 1024 : countOf(sysctl?.split('\n')[0])
}

/**
 * Name of the distribution: `PRETTY_NAME` of os-release(5), else `NAME` and `VERSION`. Values may be quoted
 * as in a shell. On macOS, the two lines of `sw_vers`.
 */
export function parseDistribution(
  osRelease: string | undefined,
  swVers: string | undefined,
): string | undefined {
  const values = new Map<string, string>()
  for (const line of (osRelease ?? '').split('\n')) {
    const match = /^([A-Z_]+)=(.*)$/.exec(line.trim())
    if (match?.[1] !== undefined && match[2] !== undefined) values.set(match[1], unquote(match[2]))
  }
  const named = [values.get('NAME'), values.get('VERSION')].filter((part) => part).join(' ')
  return textOf(values.get('PRETTY_NAME')) ?? textOf(named) ?? textOf(swVers?.trim().split('\n').join(' '))
}

function unquote(value: string): string {
  const inner = /^"(.*)"$/.exec(value)?.[1] ?? /^'(.*)'$/.exec(value)?.[1] ?? value
  return inner.replace(/\\(["$`\\])/g, '$1')
}

/**
 * The scheduler in use is in brackets: `none [mq-deadline] kyber`. Old kernels print a single name without
 * brackets.
 */
export function parseScheduler(text: string | undefined): string | undefined {
  return (
    textOf(/\[([^\]]+)\]/.exec(text ?? '')?.[1]) ??
    (/^[\w-]+$/.test(text?.trim() ?? '') ? textOf(text) : undefined)
  )
}

/**
 * `grep '' /sys/block/DEVICE/some/file` over all devices: one `path:content` line each. Returns the content
 * by kernel name.
 */
export function parseBlockFiles(text: string | undefined): ReadonlyMap<string, string> {
  const contents = new Map<string, string>()
  for (const match of (text ?? '').matchAll(/^\/sys\/block\/([^/]+)\/[^:]+:(.*)$/gm)) {
    const content = textOf(match[2])
    if (match[1] !== undefined && content !== undefined) contents.set(match[1], content)
  }
  return contents
}
