import type { RunFailure } from '../../results/run'
import { note, qualifies, type Reservation } from '../../results/reservation'
import { failure, printedLine } from '../failures'
import { failureOfText } from './failures'
import { present } from '../../iterables'

/** What text outside the JSON means for the run. */
export interface TextVerdict {
  readonly interrupted: boolean
  readonly failure?: RunFailure
  readonly warnings: readonly Reservation[]
}

const synchronousNote = 'note: both iodepth >= 1 and synchronous I/O engine are selected'

/** Other lines that fio prints in valid runs; anything else around the document means that something went wrong. */
const harmless: readonly RegExp[] = [
  /^fio: this platform does not support process shared mutexes, forcing use of threads/,
  /: Laying out IO files? \(/,
  /^Jobs: \d+/,
]

/** Judges the text around the JSON document: a stop, a failure, or notes to keep as warnings. */
export function judgeTextAround(text: string): TextVerdict {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const notes = lines.filter((line) => harmless.some((pattern) => pattern.test(line)))
  const capped = lines.filter((line) => line.startsWith(synchronousNote))
  const other = lines.filter((line) => !notes.includes(line) && !capped.includes(line))
  const warnings = present(cappedWarning(capped), noteWarning(notes))
  const [first] = other
  if (first === undefined) return { interrupted: false, warnings }
  if (other.some((line) => /terminating on signal \d+/.test(line))) return { interrupted: true, warnings }
  const unknown = failure(
    'text-around-json',
    `fio printed more than its result, so the result is not trusted: ${printedLine(first)}`,
    'Look at the raw output, and run again.',
  )
  return { interrupted: false, failure: failureOfText(other.join('\n')) ?? unknown, warnings }
}

function cappedWarning(lines: readonly string[]): Reservation | undefined {
  if (lines.length === 0) return undefined
  const text =
    'The I/O engine is synchronous, so fio kept one request in flight, not the queue depth asked for.'
  return qualifies('queue-depth-capped', text)
}

function noteWarning(lines: readonly string[]): Reservation | undefined {
  const [first] = lines
  if (first === undefined) return undefined
  return note('text-before-json', `fio printed a note beside the result: ${printedLine(first)}`)
}
