import type { TakenRest, TakeReport } from '../../core/contract/shelf-requests'
import { counted, formatCount } from '../../core/units/number-format'
import type { TakeOptions } from '../../bench/store/merge/take-campaigns'
import { takeInto } from '../../bench/store/merge/take-into'
import {
  CommandError,
  exitStatus,
  printJson,
  type Command,
  type CommandContext,
  type ExitStatus,
  type ParsedCommand,
} from '../command'
import { withReview } from '../with-review'

const campaignOption = {
  campaign: {
    value: 'ID',
    multiple: true,
    help: 'Which campaign, by its id in that file; default: all of them.',
  },
}

export const take: Command = {
  words: ['take'],
  positionals: ['FILE.benchwright'],
  summary:
    'Copy campaigns of another results file, with all their runs and where they come from, into a results file.',
  options: {
    from: { value: 'OTHER.benchwright', help: 'The other results file; it is only read.' },
    ...campaignOption,
    merge: {
      help: 'Also take everything else: plans, device cards, scorecards, presets, pictures, saved figures, documents and notes.',
    },
  },
  run(parsed, context) {
    const [file = ''] = parsed.positionals
    const from = parsed.text('from')
    if (from === undefined)
      throw new CommandError('take: --from is missing.', 'Name the results file to take campaigns from.')
    const whole = parsed.flag('merge')
    if (whole && parsed.texts('campaign').length > 0)
      throw new CommandError('take: --merge takes everything.', 'Leave --merge or --campaign out.')
    return takeFrom({ file, from }, { whole }, parsed, context)
  },
}

export const copy: Command = {
  words: ['copy'],
  positionals: ['FILE.benchwright'],
  summary: 'Copy campaigns from a results file into a new or another one: the reverse of take.',
  options: {
    to: { value: 'OTHER.benchwright', help: 'Created if it does not exist; never replaced.' },
    ...campaignOption,
  },
  run(parsed, context) {
    const [from = ''] = parsed.positionals
    const file = parsed.text('to')
    if (file === undefined)
      throw new CommandError('copy: --to is missing.', 'Name the results file that gets the campaigns.')
    return takeFrom({ file, from }, {}, parsed, context)
  },
}

async function takeFrom(
  { file, from }: { readonly file: string; readonly from: string },
  options: TakeOptions,
  parsed: ParsedCommand,
  context: CommandContext,
): Promise<ExitStatus> {
  const ids = parsed.texts('campaign').map(readId)
  const campaignIds = ids.length > 0 ? ids : undefined
  const report = await withReview(from, (other) => takeInto(file, other, { ...options, campaignIds }))
  if (parsed.json) printJson(context, { file, from, ...report })
  else
    for (const line of reportLines(report, parsed.text('to') === undefined ? 'here' : 'there'))
      context.stdout.line(line)
  return report.left.length === 0 ? exitStatus.done : exitStatus.failed
}

function readId(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new CommandError(`--campaign ${text}: that is not an id.`, "See 'benchwright show' for the ids.")
}

/** `where`: the name of the receiving file. */
function reportLines({ taken, known, left, rest }: TakeReport, where: 'here' | 'there'): readonly string[] {
  const named = ({ name, configuration }: TakeReport['known'][number] | TakeReport['left'][number]) =>
    `"${name}"${configuration === '' ? '' : ` (${configuration})`}`
  const lines = [
    ...taken.map((one) => {
      const published = one.publishedResults > 0 ? [counted(one.publishedResults, 'published result')] : []
      const runs = one.runs > 0 ? [counted(one.runs, 'run')] : []
      return `took   ${named({ ...one })}: ${[...runs, ...published].join(', ')} (--campaign ${one.id} ${where})`
    }),
    ...known.map((one) => `known  ${named(one)}: is ${where} already (--campaign ${one.id})`),
    ...left.map((one) => `left   ${named(one)}: ${one.reason}`),
    ...(rest === undefined ? [] : restLines(rest)),
  ]
  return lines.length > 0 ? lines : ['There is no campaign to take.']
}

function restLines({ notes, kept, ...counts }: TakenRest): readonly string[] {
  const amounts = Object.entries(counts).flatMap(([what, amount]) =>
    amount === 0 ? [] : [`${what}: ${formatCount(amount)}`],
  )
  const parts = [...amounts, ...(notes ? ['notes'] : [])]
  return [
    ...(parts.length === 0 ? [] : [`took   ${parts.join(', ')}`]),
    ...kept.map((sentence) => `kept   ${sentence}`),
  ]
}
