import { utf8Length } from '../../units/plain-text'

/**
 * What keeps a path from being named in a fio job file, as one sentence; undefined when nothing does.
 * fio cuts a line at `#` and `;`, replaces `$…` (and runs a calculator for it), strips spaces at the ends and takes `\:`
 * for a colon: each of these would make it write to another file than the one that was checked. Seen with fio 3.33.
 */
export function fileNameProblem(path: string): string | undefined {
  if (path === '') return 'No data file is named.'
  if (/\p{Cc}/u.test(path)) return 'The path holds a line break or another control character.'
  const cut = /[#;$]/.exec(path)?.[0]
  if (cut !== undefined) return `The path holds "${cut}", which fio does not take as part of a file name.`
  if (path !== path.trim()) return 'The path begins or ends with a space, which fio drops.'
  if (path.includes('\\:')) return 'The path holds "\\:", which fio takes for a colon.'
  if (utf8Length(path) > maxPathBytes) return `The path is longer than ${maxPathBytes} bytes.`
  return undefined
}

/** Room for a path in one line of a job file, well below fio's limit of 4096 bytes a line. */
const maxPathBytes = 2048

/** A path as fio's `filename` takes it: colons, which separate several files, are escaped. Throws for a path it cannot take. */
export function escapeFileName(path: string): string {
  const problem = fileNameProblem(path)
  if (problem !== undefined) throw new RangeError(`fio cannot use ${JSON.stringify(path)}. ${problem}`)
  return path.replaceAll(':', '\\:')
}
