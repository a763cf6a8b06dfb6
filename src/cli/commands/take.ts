import { existsSync, realpathSync, rmSync } from 'node:fs'
import { createReview } from '../../bench/store/create-review'
import type { ReviewReader, TakeReport } from '../../bench/store/review-store'
import { formatCount } from '../../core/units/number-format'
import { CommandError, exitStatus, printJson, type Command } from '../command'
import { openForWriting, withReview } from '../with-review'

export const take: Command = {
  words: ['take'],
  positionals: ['FILE.benchwright'],
  summary:
    'Copy campaigns of another results file, with all their runs and where they come from, into a results file.',
  options: {
    from: { type: 'string', value: 'OTHER.benchwright', help: 'The other results file; it is only read.' },
    campaign: {
      type: 'string',
      value: 'ID',
      multiple: true,
      help: 'Which campaign, by its id there; default: all of them.',
    },
  },
  async run(parsed, context) {
    const [file = ''] = parsed.positionals
    const from = parsed.text('from')
    if (from === undefined)
      throw new CommandError('take: --from is missing.', 'Name the results file to take campaigns from.')
    const campaignIds = parsed.texts('campaign').map(readId)
    const report = await withReview(from, (other) =>
      takeInto(file, other, campaignIds.length > 0 ? campaignIds : undefined),
    )
    if (parsed.json) printJson(context, { file, from, ...report })
    else for (const line of reportLines(file, report)) context.stdout.line(line)
    return report.left.length === 0 ? exitStatus.done : exitStatus.failed
  },
}

function readId(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new CommandError(`--campaign ${text}: that is no id.`, "See 'benchwright show' for the ids.")
}

/** A results file that is not there is made, and stays only if something was put into it. */
function takeInto(file: string, other: ReviewReader, campaignIds: readonly number[] | undefined): TakeReport {
  const isNew = !existsSync(file)
  if (!isNew && realpathSync(file) === realpathSync(other.path))
    throw new CommandError(`${file}: --from names the same file.`, 'Name another results file.')
  if (isNew && !file.endsWith('.benchwright'))
    throw new CommandError(
      `${file}: there is no such results file, and a new one must be named *.benchwright.`,
      'The results file that takes comes first.',
    )
  const review = isNew ? createReview(file) : openForWriting(file)
  let isFilled = false
  try {
    const report = review.takeCampaigns(other, { campaignIds })
    isFilled = report.taken.length > 0
    return report
  } finally {
    review.close()
    if (isNew && !isFilled) rmSync(review.path)
  }
}

function reportLines(file: string, { taken, known, left }: TakeReport): readonly string[] {
  const named = ({ from, name, configuration }: TakeReport['known'][number] | TakeReport['left'][number]) =>
    `campaign ${from}, "${name}"${configuration === '' ? '' : ` (${configuration})`}`
  const lines = [
    ...taken.map((one) => {
      const published =
        one.publishedResults > 0 ? [`${formatCount(one.publishedResults)} published results`] : []
      const runs = one.runs > 0 ? [`${formatCount(one.runs)} runs`] : []
      return `took   ${named({ ...one })}: campaign ${one.id} here, ${[...runs, ...published].join(', ')}`
    }),
    ...known.map((one) => `known  ${named(one)}: is campaign ${one.id} here already`),
    ...left.map((one) => `left   ${named(one)}: ${one.reason}`),
  ]
  return lines.length > 0 ? lines : [`${file}: there is no campaign to take.`]
}
