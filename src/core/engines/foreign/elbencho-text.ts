import { parseBytes } from '../../units/bytes'
import { parseDuration } from '../../units/durations'
import type { SkippedPart } from './foreign-output'
import { partsAt } from './program-run'

/** Values of a phase by the names that the columns of `--csvfile` have, in lower case without brackets. */
export interface TextPhase {
  readonly part: string
  readonly values: ReadonlyMap<string, string>
}

/** A line of a phase, up to the numbers of its first and last thread. */
const resultLine = /^([A-Z][A-Z\d+-]*)? *([A-Z][A-Za-z%/ \d]*?) *: *(\S.*)$/

/**
 * The phases in what elbencho prints (`--resfile`): a line for each number of the thread that finished first and of the
 * one that finished last, under the name of the phase, then `---`. A file that was written to several times repeats
 * date, command line and header. Undefined for any other text.
 */
export function phasesOfText(
  text: string,
): { readonly phases: readonly TextPhase[]; readonly skipped: readonly SkippedPart[] } | undefined {
  const head = /^OPERATION +RESULT TYPE +FIRST DONE +LAST DONE$/
  if (!new RegExp(head.source, 'm').test(text)) return undefined
  const phases: TextPhase[] = []
  const skipped: SkippedPart[] = []
  let before = text.slice(0, text.search(new RegExp(head.source, 'm')))
  for (const part of partsAt(text, head)) {
    const asked = askedBy(before)
    const blocks = part.split(/^---$/m)
    for (const [at, block] of blocks.entries()) {
      const lines = block.split('\n').flatMap((line) => resultLine.exec(line.trimEnd()) ?? [])
      const own = numbersOf(block)
      const operation = own.get('operation')
      if (operation === undefined || lines.length === 0) continue
      // The line after the last number ends a phase.
      if (at === blocks.length - 1)
        skipped.push({ part: operation, reason: 'It is cut off. Copy the file again.' })
      else phases.push({ part: operation, values: new Map([...asked, ...own]) })
    }
    before = part
  }
  return { phases, skipped }
}

const names: Readonly<Record<string, string>> = {
  IOPS: 'iops last',
  'IOPS write': 'iops last',
  'IOPS read': 'rwmix read iops last',
  'Throughput MiB/s': 'mib/s last',
  'MiB/s write': 'mib/s last',
  'MiB/s read': 'rwmix read mib/s last',
  'IOs total': 'ios',
  'IOs write': 'ios',
  'IOs read': 'rwmix read ios',
}

const inBase10: Readonly<Record<string, string>> = {
  'Throughput MB/s': 'bytes/s last',
  'MB/s write': 'bytes/s last',
  'MB/s read': 'rwmix read bytes/s last',
}

const latencies: Readonly<Record<string, string>> = {
  'IO latency': 'io lat us',
  'IO wr latency': 'io lat us',
  'IO rd latency': 'rwmix read io lat us',
}

function numbersOf(block: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const line of block.split('\n')) {
    const [, phase, kind = '', cells = ''] = resultLine.exec(line.trimEnd()) ?? []
    if (phase !== undefined) values.set('operation', phase)
    const last = cells.trim().split(/\s+/).at(1) ?? ''
    if (names[kind] !== undefined && /^\d+$/.test(last)) values.set(names[kind], last)
    if (inBase10[kind] !== undefined && /^\d+$/.test(last)) values.set(inBase10[kind], `${last}000000`)
    if (kind === 'Elapsed ms' && /^\d+$/.test(last)) values.set('time ms last', last)
    const elapsed = kind === 'Elapsed time' ? parseDuration(last) : undefined
    if (elapsed?.ok === true) values.set('time ms last', String(elapsed.value * 1000))
    for (const [, which = '', amount = '', unit = ''] of cells.matchAll(/\b(avg|max)=([\d.]+)(us|ms|s)\b/g))
      if (latencies[kind] !== undefined)
        values.set(`${latencies[kind]} ${which}`, String(Number(amount) * (microseconds[unit] ?? 1)))
  }
  return values
}

const microseconds: Readonly<Record<string, number>> = { us: 1, ms: 1000, s: 1e6 }

/** What the command line asked for; switches that it does not have are off, unless it names a configuration file. */
function askedBy(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  const date = [...text.matchAll(/^ISO DATE: (\S+)$/gm)].at(-1)?.[1]
  if (date !== undefined) values.set('iso date', date)
  const line = [...text.matchAll(/^COMMAND LINE: (.+)$/gm)].at(-1)?.[1]
  if (line === undefined) return values
  const words = [...line.matchAll(/"([^"]*)"/g)].map(([, word = '']) => word)
  const valueOf = (...flags: readonly string[]) => {
    const at = words.findIndex((word) => flags.includes(word))
    return at < 0
      ? words.find((word) => flags.some((flag) => word.startsWith(`${flag}=`)))?.split('=')[1]
      : words[at + 1]
  }
  const set = (name: string, value: string | undefined) => {
    if (value !== undefined) values.set(name, value)
  }
  const bytes = (value: string | undefined) => {
    const read = value === undefined ? undefined : parseBytes(value, 'binary')
    return read?.ok === true ? String(read.value) : undefined
  }
  set('threads', valueOf('--threads', '-t'))
  set('block size', bytes(valueOf('--block', '-b')))
  set('file size', bytes(valueOf('--size', '-s')))
  set('io depth', valueOf('--iodepth'))
  set('label', valueOf('--label'))
  const hosts = valueOf('--hosts')
  if (hosts !== undefined)
    values.set('hosts', String(hosts.split(/[,\s]+/).filter((host) => host !== '').length))
  if (words.some((word) => /^(?:--configfile|-c)(?:=|$)/.test(word))) return values
  values.set('direct io', words.includes('--direct') ? '1' : '0')
  values.set('random', words.includes('--rand') ? '1' : '0')
  return values
}
