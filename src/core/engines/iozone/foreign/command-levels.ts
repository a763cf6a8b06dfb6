import type { LevelValue, Workload } from '../../../plan/plan'
import { iozoneOptions } from '../extra-options'
import { diagnosticData, plainData } from '../fields'

const switches: ReadonlyMap<string, string> = new Map([
  ['-I', 'direct'],
  ['-e', 'include_flush'],
  ['-c', 'include_close'],
  ['-o', 'sync_writes'],
  ['-+n', 'no_retest'],
  ['-T', 'thread'],
])

const numbers: ReadonlyMap<string, string> = new Map([
  ['-+p', 'read_percent'],
  ['-j', 'stride'],
  ['-+q', 'seconds_between_tests'],
])

/**
 * The parameters given by a command line, as fields and options of a plan. Sizes and numbers of jobs are in the
 * results themselves; the tests are the results' own. Switches that are not given are off.
 */
export function commandLevels(commandLine: string): Workload {
  const flags = commandFlags(commandLine)
  const levels: Record<string, LevelValue> = { direct: false, include_flush: false, include_close: false }
  for (const [flag, value] of flags) {
    const key = switches.get(flag)
    if (key !== undefined) levels[key] = true
    const counted = numbers.get(flag)
    if (counted !== undefined && isWhole(value)) levels[counted] = Number(value)
    // Its processes are spread over the machines of a file, which the output does not repeat.
    if (flag === '-+m') levels.cluster = true
    if (flag === '-O') levels.report = 'iops'
    if (flag === '-N') levels.report = 'latency'
    const extra = iozoneOptions.find((option) => option.flag === flag)
    if (extra) levels[extra.name] = isWhole(value) ? Number(value) : true
  }
  return { ...levels, ...contentLevels(flags) }
}

/** The same words as in a plan: a share of repeated data, `random` for the diagnostic mode, `plain` for IOzone's own fill. */
function contentLevels(flags: readonly CommandFlag[]): Record<string, LevelValue> {
  const valueOf = (flag: string) => {
    const value = flags.find(([name]) => name === flag)?.[1] ?? ''
    return isWhole(value) ? Number(value) : undefined
  }
  if (flags.some(([flag]) => flag === '-+d')) return { dedupe_percent: diagnosticData }
  const percent = valueOf('-+w')
  if (percent === undefined) return { dedupe_percent: plainData }
  const interior = valueOf('-+y')
  const within = valueOf('-+C')
  const isAlike = interior === percent && within === percent
  const levels: Record<string, LevelValue> = { dedupe_percent: percent, dedupe_alike: isAlike }
  if (!isAlike && interior !== undefined) levels.dedupe_interior_percent = interior
  if (!isAlike && within !== undefined) levels.dedupe_within_percent = within
  const compress = valueOf('-+a')
  if (compress !== undefined && flags.some(([flag]) => flag === '-+M')) levels.compress_percent = compress
  return levels
}

function isWhole(text: string): boolean {
  return /^\d{1,15}$/.test(text)
}

/** One flag of a command line with its value, e.g. `-s` and `16g`; a flag without value has the empty text. */
type CommandFlag = readonly [flag: string, value: string]

/** Flags that take a value, by the help of 3.489; `-F` takes names up to the next flag. */
const valued: ReadonlySet<string> = new Set('bdfgHijJklLnPqrsStuUVXyY')
const plusValued: ReadonlySet<string> = new Set('bmxpqASWwyCaQHP')

/**
 * Takes apart the line "Command line used:" as getopt does: letters may share a dash (`-eI`), and a value may follow
 * its letter at once (`-s16g`, `-Rb out.xls`). Names with spaces are ambiguous there; only `-f`, `-F` and `-b` take
 * names.
 */
export function commandFlags(commandLine: string): readonly CommandFlag[] {
  const words = commandLine.trim().split(/\s+/).slice(1)
  const flags: CommandFlag[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (!word.startsWith('-')) continue
    const plus = /^-([A-Za-z]*)\+([A-Za-z])(.*)$/.exec(word)
    const letters = plus ? (plus[1] ?? '') : word.slice(1)
    for (let place = 0; place < letters.length; place += 1) {
      const letter = letters[place] ?? ''
      if (!valued.has(letter)) {
        flags.push([`-${letter}`, ''])
        continue
      }
      const rest = letters.slice(place + 1)
      flags.push([`-${letter}`, rest === '' ? (words[(at += 1)] ?? '') : rest])
      break
    }
    if (!plus) continue
    const letter = plus[2] ?? ''
    const rest = plus[3] ?? ''
    const takesNext = plusValued.has(letter) && rest === ''
    flags.push([`-+${letter}`, takesNext ? (words[(at += 1)] ?? '') : rest])
  }
  return flags
}
