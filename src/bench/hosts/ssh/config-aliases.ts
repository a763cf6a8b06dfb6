import { readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { parseDestination, thisMachine, type Destination } from '../../../core/plan/destination'

/** Maximum depth of nested includes; ssh itself stops at 16. */
const deepest = 16

/**
 * Host aliases of an ssh_config and everything it includes, in order, without patterns. An unreadable file
 * has none.
 */
export function readAliases(path: string = join(homedir(), '.ssh', 'config')): readonly Destination[] {
  const found = new Set<Destination>()
  collect(path, join(homedir(), '.ssh'), found, 0)
  return [...found]
}

function collect(path: string, sshFolder: string, found: Set<Destination>, depth: number): void {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return
  }
  for (const line of text.split(/\r?\n/)) {
    const [keyword, ...words] = wordsOf(line)
    if (keyword?.toLowerCase() === 'host') for (const word of words) addAlias(word, found)
    if (keyword?.toLowerCase() === 'include' && depth < deepest)
      for (const word of words)
        for (const file of filesOf(word, sshFolder)) collect(file, sshFolder, found, depth + 1)
  }
}

/**
 * Keyword and arguments of a line, separated by blanks or one `=`; arguments may be in double quotes
 * (ssh_config(5)).
 */
function wordsOf(line: string): readonly string[] {
  const bare = line.trim()
  if (bare.startsWith('#')) return []
  const words = bare.replace(/^(\w+)\s*=\s*/, '$1 ').match(/"[^"]*"|[^\s"]+/g) ?? []
  const comment = words.findIndex((word) => word.startsWith('#'))
  return (comment < 0 ? words : words.slice(0, comment)).map((word) => word.replaceAll('"', ''))
}

function addAlias(word: string, found: Set<Destination>): void {
  const parsed = parseDestination(word)
  if (parsed.ok && !/[*?!]/.test(word) && parsed.destination !== thisMachine) found.add(parsed.destination)
}

/**
 * The files that match a pattern of `Include`, by name. Relative patterns start from the user's ssh folder.
 */
function filesOf(pattern: string, sshFolder: string): readonly string[] {
  const home = pattern.replace(/^~(?=\/)/, homedir())
  const path = isAbsolute(home) ? home : join(sshFolder, home)
  return matches(path)
}

function matches(path: string): readonly string[] {
  if (!/[*?[]/.test(path)) return [path]
  const folder = dirname(path)
  return matches(folder).flatMap((one) => {
    try {
      const fits = globPattern(path.slice(folder.length).replace(/^\//, ''))
      return readdirSync(one)
        .filter((name) => fits.test(name) && !name.startsWith('.'))
        .sort()
        .map((name) => join(one, name))
    } catch {
      return []
    }
  })
}

/** `*`, `?` and `[…]` of glob(7) for one part of a path. */
function globPattern(glob: string): RegExp {
  const source = glob
    .replaceAll(/[.+^${}()|\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
    .replaceAll('[!', '[^')
  return new RegExp(`^${source}$`)
}
