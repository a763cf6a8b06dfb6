import type { ShelfTaking, TakeReport } from '../../../core/contract/shelf-requests'
import { formatCount } from '../../../core/units/number-format'

/** A line for something that was left out, and why. */
export interface LeftLine {
  readonly what: string
  readonly reason: string
  /** Already here, so nothing is missing. */
  readonly isKnown: boolean
}

/** What a merge adds besides campaigns, in the order of the message. */
const restParts = [
  ['plans', 'plan'],
  ['devices', 'device card'],
  ['scorecards', 'scorecard'],
  ['presets', 'preset'],
  ['pictures', 'picture'],
  ['figures', 'figure'],
  ['documents', 'document'],
] as const

/** What was added, in one sentence. */
export function takingTitle({ files, cancelled }: ShelfTaking): string {
  const reports = files.flatMap(({ report }) => report ?? [])
  const words = [
    count(lengthOf(reports, 'taken'), 'campaign', 'taken'),
    count(lengthOf(reports, 'known'), 'campaign', 'here already'),
    count(lengthOf(reports, 'left'), 'campaign', 'left'),
    ...restParts.map(([part, what]) =>
      count(
        reports.reduce((sum, { rest }) => sum + (rest?.[part] ?? 0), 0),
        what,
        'taken',
      ),
    ),
    reports.some(({ rest }) => rest?.notes) ? 'notes appended' : '',
    count(files.filter(({ problem }) => problem !== undefined).length, 'file', 'not read'),
  ].filter((part) => part !== '')
  const whole = words.length === 0 ? 'Nothing was taken' : words.join(', ')
  return cancelled ? `Cancelled. ${whole}; the rest was not started.` : `${whole}.`
}

export function isSomethingTaken({ taken, rest }: TakeReport): boolean {
  return taken.length > 0 || rest?.notes === true || restParts.some(([part]) => (rest?.[part] ?? 0) > 0)
}

function lengthOf(reports: readonly TakeReport[], part: 'taken' | 'known' | 'left'): number {
  return reports.reduce((sum, report) => sum + report[part].length, 0)
}

function count(amount: number, what: string, deed: string): string {
  return amount === 0 ? '' : `${formatCount(amount)} ${what}${amount === 1 ? '' : 's'} ${deed}`
}

/** What was left out with the reason, then what was here already. */
export function leftLines({ files }: ShelfTaking): readonly LeftLine[] {
  const lines = files.flatMap(({ report, problem }): readonly LeftLine[] => [
    ...(problem === undefined ? [] : [{ what: 'Not read', reason: problem, isKnown: false }]),
    ...(report?.left ?? []).map((one) => ({ what: nameOf(one), reason: one.reason, isKnown: false })),
    ...(report?.rest?.kept ?? []).map((reason) => ({ what: 'Kept', reason, isKnown: false })),
    ...(report?.known ?? []).map((one) => ({ what: nameOf(one), reason: 'Here already.', isKnown: true })),
  ])
  return lines.sort((one, other) => Number(one.isKnown) - Number(other.isKnown))
}

function nameOf({ name, configuration }: { readonly name: string; readonly configuration: string }): string {
  return configuration === '' ? name : `${configuration} · ${name}`
}
