import { invalidates, note, qualifies, type Reservation } from '../../results/reservation'
import type { CommandRequest } from '../engine'
import { testLabel } from '../../plan/levels/level-words'
import { formatExactBytes } from '../../units/bytes'
import { fillsHalfRecords } from './version-gates'
import { fillOf } from './data-content'
import { numberOf } from './fields'
import { hasIdleChild } from './output/check-throughput'
import type { IozoneDocument } from './output/iozone-document'
import { shown } from './output/lines'
import { selectorsOf } from './output/read-preamble'
import { present } from '../../iterables'

/** What a reader of the numbers should know, although they are valid. */
export function findWarnings(document: IozoneDocument, request: CommandRequest): readonly Reservation[] {
  return present(...outputWarnings(document), contentWarnings(document, request))
}

/** Warnings that need no request, so that an imported output has them too. */
export function outputWarnings(document: IozoneDocument): readonly Reservation[] {
  return present(
    diagnosticWarning(document),
    remarkWarning(document),
    starvedWarning(document),
    unmixedWarning(document),
  )
}

function diagnosticWarning({ isDiagnostic }: IozoneDocument): Reservation | undefined {
  if (!isDiagnostic) return undefined
  const text =
    'IOzone ran in its diagnostic mode (-+d), which it calls invalid for measuring because it checks what it reads.'
  return invalidates('diagnostic-mode', text)
}

function remarkWarning({ remarks }: IozoneDocument): Reservation | undefined {
  const [first] = remarks
  if (first === undefined) return undefined
  return qualifies(
    'clock-too-coarse',
    `IOzone reports that some of its own times are too short: ${shown(first)}.`,
  )
}

/** Outside its throughput mode IOzone silently skips the mixed workload. */
function unmixedWarning({ layout, commandLine }: IozoneDocument): Reservation | undefined {
  if (!layout || selectorsOf(commandLine)?.has(8) !== true) return undefined
  const text =
    'IOzone measures the mixed workload (-i 8) in its throughput mode (-t) only; it is not in this output.'
  return note('test-missing', text)
}

/** Below half of its file, a job was not really part of the measurement. */
const starvedShare = 0.5

function starvedWarning({ blocks, sizes, unit }: IozoneDocument): Reservation | undefined {
  const [size] = sizes
  const whole = size && (unit === 'ops/s' ? size.fileKib / size.recordKib : size.fileKib)
  const starved = blocks.filter(
    (block) => hasIdleChild(block) || (whole !== undefined && block.leastTransfer < starvedShare * whole),
  )
  const first = starved.find(hasIdleChild) ?? starved[0]
  if (!first) return undefined
  const what =
    unit === 'ops/s'
      ? `${first.leastTransfer} operations`
      : formatExactBytes(Math.round(first.leastTransfer * 1024))
  const told = hasIdleChild(first)
    ? 'a job moved nothing, because another had finished before it started'
    : `one moved ${what} only when the first had ended`
  const more = starved.length > 1 ? ` This affects ${starved.length} results of the run.` : ''
  return qualifies(
    'starved-jobs',
    `The jobs of the test ${testLabel(first.test.id)} did not run side by side: ${told}.${more} A larger file helps.`,
  )
}

function contentWarnings(document: IozoneDocument, { workload }: CommandRequest): Reservation | undefined {
  const isWhole = fillOf(workload) !== 'dedupe' || numberOf(workload, 'compress_percent') !== undefined
  if (isWhole || !fillsHalfRecords(document.version)) return undefined
  const text = `IOzone ${document.version} leaves the second half of each record zeros, so the data compresses to half of what was asked for.`
  return qualifies('half-filled-records', text)
}
