import { utf8Length } from '../../units/plain-text'

/** Longest path seen to work with 3.489 is 1106 bytes; the room its own buffers give is not documented. */
const maxPathBytes = 900

/** What keeps a path from being given to IOzone, as one sentence; undefined when nothing does. */
export function pathProblem(path: string): string | undefined {
  if (path === '') return 'No folder is named.'
  if (/\p{Cc}/u.test(path)) return 'The path holds a line break or another control character.'
  if (path.startsWith('-')) return 'The path begins with "-", which IOzone takes for an option.'
  if (utf8Length(path) > maxPathBytes) return `The path is longer than ${maxPathBytes} bytes.`
  return undefined
}
