/** One flag of a command line with its value, e.g. `-s` and `16g`; a flag without value has the empty text. */
export type CommandFlag = readonly [flag: string, value: string]

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
