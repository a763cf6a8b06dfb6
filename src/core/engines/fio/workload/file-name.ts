import { utf8Length } from '../../../text/plain-text'

/**
 * Why a path cannot be used in a fio job file, as one sentence; undefined if it can. fio cuts a line at `#` and `;`,
 * replaces `$…` (and runs a calculator for it), strips spaces at the ends and takes `\:` for a colon: each of these
 * would make it write to a different file than the one checked. Observed with fio 3.33.
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

/** Maximum length of a path in a line of a job file, well below fio's limit of 4096 bytes per line. */
const maxPathBytes = 2048

/** A path as fio's `filename` takes it: colons, which separate several files, are escaped. Throws for a path fio does not accept. */
export function escapeFileName(path: string): string {
  const problem = fileNameProblem(path)
  if (problem !== undefined) throw new RangeError(`fio cannot use ${JSON.stringify(path)}. ${problem}`)
  return path.replaceAll(':', '\\:')
}
