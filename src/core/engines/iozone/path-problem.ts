import { utf8Length } from '../../units/plain-text'

/** The longest path observed to work with 3.489 is 1106 bytes; the size of its buffers is not documented. */
const maxPathBytes = 900

/** Why a path cannot be passed to IOzone, as one sentence; undefined if it can. */
export function pathProblem(path: string): string | undefined {
  if (path === '') return 'No folder is named.'
  if (/\p{Cc}/u.test(path)) return 'The path holds a line break or another control character.'
  if (path.startsWith('-')) return 'The path begins with "-", which IOzone takes for an option.'
  if (utf8Length(path) > maxPathBytes) return `The path is longer than ${maxPathBytes} bytes.`
  return undefined
}
