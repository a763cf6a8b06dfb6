import type { HostRecord } from '../../../core/results/campaign/host-record'
import { countOf, known, parseLoose, recordsOf, textOf, type LooseRecord } from './loose-json'

type Cpu = NonNullable<HostRecord['cpu']>

/**
 * `lscpu -J` (util-linux): a list of `{field, data}`, flat in older versions, with `children` from 2.37. If
 * lscpu is missing or too old for -J, /proc/cpuinfo (Linux) or sysctl (macOS) is read.
 */
export function parseCpu(sources: {
  lscpu?: string | undefined
  cpuinfo?: string | undefined
  sysctl?: string | undefined
  architecture?: string | undefined
}): Cpu | undefined {
  const fields = new Map<string, string>()
  const visit = (entries: readonly LooseRecord[]) => {
    for (const entry of entries) {
      const name = textOf(entry.field)?.replace(/:$/, '')
      const data = textOf(entry.data)
      if (name !== undefined && data !== undefined && !fields.has(name)) fields.set(name, data)
      visit(recordsOf(entry.children))
    }
  }
  visit(recordsOf(parseLoose(sources.lscpu)?.lscpu))
  const model =
    fields.get('Model name') ??
    line(sources.cpuinfo, /^model name\s*:\s*(.+)$/m) ??
    sysctlLine(sources.sysctl, 1)
  const cores = fields.get('CPU(s)') ?? countLines(sources.cpuinfo) ?? sysctlLine(sources.sysctl, 2)
  const cpu: Cpu = known({
    model: model === '-' ? undefined : model,
    logicalCores: countOf(cores),
    architecture: fields.get('Architecture') ?? textOf(sources.architecture),
  })
  return Object.keys(cpu).length > 0 ? cpu : undefined
}

function line(text: string | undefined, pattern: RegExp): string | undefined {
  return textOf(pattern.exec(text ?? '')?.[1])
}

/** One `processor : n` line per logical core. */
function countLines(cpuinfo: string | undefined): string | undefined {
  const count = cpuinfo?.match(/^processor\s*:/gm)?.length
  return count === undefined ? undefined : String(count)
}

/** `sysctl -n hw.memsize machdep.cpu.brand_string hw.logicalcpu` prints one value per line. */
function sysctlLine(sysctl: string | undefined, index: number): string | undefined {
  return textOf(sysctl?.split('\n')[index])
}
