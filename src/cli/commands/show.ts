import { summaryNames } from '../../core/results/campaign/campaign-naming'
import { runName } from '../../core/results/run-name'
import type { BackwardRun } from '../../bench/store/integrity/check-runs'
import type { ReviewReader } from '../../bench/store/review-store'
import { tableToCsv } from '../../core/document/csv'
import { tableToJson } from '../../core/document/json'
import type { StoredPicture } from '../../core/document/stored-document'
import { cleanText } from '../../core/figures/figure/clean-text'
import { tidyTable } from '../../core/figures/tables/tidy-table'
import { caseLabel } from '../../core/plan/levels/format-level'
import { targetText } from '../../core/plan/plan'
import { recordingText } from '../../core/plan/recording'
import { createdMsOf, type CampaignSummary } from '../../core/results/campaign/campaign'
import type { TakenFrom } from '../../core/results/campaign/host-record'
import type { Reservation } from '../../core/results/reservation'
import { reservationName } from '../../core/results/reserved-runs'
import { formatBytes } from '../../core/units/bytes'
import { counted, formatCount } from '../../core/units/number-format'
import {
  exitStatus,
  printJson,
  type Command,
  type CommandContext,
  type ExitStatus,
  type ParsedCommand,
} from '../command'
import { textTable } from '../output'
import { withReview } from '../with-review'

export const show: Command = {
  words: ['show'],
  positionals: ['FILE.benchwright'],
  summary: 'List the campaigns of a results file with the state of their runs and what they recorded.',
  options: {
    runs: {
      help: 'List every run instead, with its id, who recorded it over time, and what is known against it.',
    },
  },
  run: (parsed, context) =>
    withReview(parsed.positionals[0] ?? '', async (review) => {
      const summary = review.summary()
      if (parsed.flag('runs')) return showRuns(review, parsed, context)
      if (parsed.json) {
        printJson(context, {
          file: summary.path,
          title: summary.title,
          plans: summary.plans,
          campaigns: summary.campaigns.map((campaign) => campaignRecord(review, campaign)),
          figures: summary.figures.map(({ id, name }) => ({ id, name })),
          unknownFigures: summary.unknownFigures.map(({ id, name, problem }) => ({ id, name, problem })),
        })
        return exitStatus.done
      }
      for (const { name, problem } of summary.unknownFigures)
        context.stderr.line(`note: figure "${name}": ${problem}`)
      if (summary.campaigns.length === 0) {
        context.stdout.line(`${summary.path}: no campaigns yet; ${formatCount(summary.plans.length)} plans.`)
        return exitStatus.done
      }
      const rows = summary.campaigns.map((campaign) => [
        campaign.leaderId === undefined
          ? campaign.id
          : `${String(campaign.id)}, part of ${String(campaign.leaderId)}`,
        campaign.name,
        campaign.configuration,
        campaign.host,
        campaign.device,
        targetText(campaign.target),
        `${campaign.engine} ${campaign.engineVersion ?? ''}`.trim(),
        campaign.state,
        amountText(campaign),
        recordedText(review, campaign),
      ])
      await context.stdout.stream(
        'lines',
        textTable(
          [
            ...['id', 'campaign', 'configuration', 'host', 'device', 'target', 'engine', 'state', 'runs'],
            'recorded',
          ],
          rows,
        ),
      )
      const names = summaryNames(summary.campaigns)
      for (const { id } of summary.campaigns)
        for (const origin of originsOf(review, id))
          context.stdout.line(
            `“${names.get(id) ?? ''}” was taken on ${new Date(origin.takenAtMs).toISOString().slice(0, 10)} from ${origin.file} ("${origin.review}"), seal ${origin.seal}`,
          )
      return exitStatus.done
    }),
}

/** The results files that the campaign was imported from. */
function originsOf(review: ReviewReader, campaignId: number): readonly TakenFrom[] {
  return review.campaignFacts(campaignId)?.hostRecord.takenFrom ?? []
}

function amountText({ runsByState, publishedResults }: CampaignSummary): string {
  const counts = Object.entries(runsByState).map(([state, count]) => `${count} ${state}`)
  return [...counts, ...(publishedResults > 0 ? [`${publishedResults} published`] : [])].join(', ')
}

/**
 * What the plan requests to be recorded, and for how many runs it exists. Imported runs have no such request, but
 * logs.
 */
function recordedText(review: ReviewReader, { id }: CampaignSummary): string {
  const plan = review.campaignFacts(id)?.plan
  const { size } = review.campaignSeries(id).sources
  const asked = plan ? recordingText(plan) : 'nothing'
  if (size === 0) return asked
  return `${asked === 'nothing' ? 'series' : asked}; in ${counted(size, 'run')}`
}

async function showRuns(
  review: ReviewReader,
  parsed: ParsedCommand,
  context: CommandContext,
): Promise<ExitStatus> {
  const runs = review.campaigns().flatMap(({ id }) => {
    const { sources } = review.campaignSeries(id)
    const reserved = review.reservedRuns(id)
    return review.runs(id).map((run) => ({
      ...{ run, recorded: sources.get(run.id) ?? [] },
      reservations: allReservations(run.warnings, reserved.get(run.id) ?? []),
    }))
  })
  if (parsed.json) {
    const records = runs.map(({ run, recorded, reservations }) => ({
      ...{ id: run.id, campaign: run.campaignId, phase: run.phase, levels: run.levels },
      ...{ repetition: run.repetition, state: run.state, recorded, reservations },
    }))
    printJson(context, { file: review.path, runs: records })
  } else {
    const header = ['run', 'campaign', 'phase', 'case', 'repetition', 'state', 'recorded', 'reservations']
    const rows = runs.map(({ run, recorded, reservations }) => [
      ...[run.id, run.campaignId, run.phase, caseLabel(run), run.repetition],
      ...[run.state, recorded.join(', ') || 'nothing', reservations.map(reservationLine).join(' ')],
    ])
    await context.stdout.stream('lines', textTable(header, rows))
  }
  return exitStatus.done
}

/** What is stored with a run, notes too, and what follows from other runs of the file; each once. */
function allReservations(
  stored: readonly Reservation[],
  found: readonly Reservation[],
): readonly Reservation[] {
  const isStored = ({ id, text }: Reservation) => stored.some((one) => one.id === id && one.text === text)
  return [...stored, ...found.filter((one) => !isStored(one))]
}

/** "qualifies, short runtime: …" */
function reservationLine(one: Reservation): string {
  return `${one.class}, ${reservationName(one)}: ${one.text}`
}

function campaignRecord(review: ReviewReader, campaign: CampaignSummary) {
  const recorded = review.campaignFacts(campaign.id)?.plan

  return {
    id: campaign.id,
    name: campaign.name,
    configuration: campaign.configuration,
    host: campaign.host,
    device: campaign.device,
    target: targetText(campaign.target),
    engine: campaign.engine,
    engineVersion: campaign.engineVersion ?? null,
    source: campaign.source,
    state: campaign.state,
    runs: campaign.runsByState,
    publishedResults: campaign.publishedResults,
    partOf: campaign.leaderId ?? null,
    createdAt: isoTime(createdMsOf(campaign)),
    finishedAt: isoTime(campaign.finishedAtMs),
    recording: recorded ? recordingText(recorded) : null,
    runsWithSeries: review.campaignSeries(campaign.id).sources.size,
    takenFrom: originsOf(review, campaign.id).map(({ takenAtMs, ...origin }) => ({
      ...origin,
      takenAt: new Date(takenAtMs).toISOString(),
    })),
  }
}

function isoTime(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString()
}

export const table: Command = {
  words: ['table'],
  positionals: ['FILE.benchwright'],
  summary: 'Print every measurement and every published result as one row, with one column per axis.',
  options: {
    csv: { help: 'Print CSV to standard output.' },
    'with-run-ids': {
      help: 'Add the id of each run, by which series --run finds what it recorded. JSON always has it.',
    },
  },
  run: (parsed, context) =>
    withReview(parsed.positionals[0] ?? '', async (review) => {
      const withRunIds = parsed.json || parsed.flag('with-run-ids')
      const reserved = new Map(review.campaigns().flatMap(({ id }) => [...review.reservedRuns(id)]))
      const tidy = tidyTable(review.rows({}), review.published(), { withRunIds, reserved })
      if (parsed.json) await context.stdout.stream('json', tableToJson(tidy))
      else if (parsed.flag('csv')) await context.stdout.stream('csv', tableToCsv(tidy))
      else {
        const header = tidy.columns.map((column) => column.key)
        await context.stdout.stream('lines', textTable(header, tidy.rows))
      }
      return exitStatus.done
    }),
}

export const check: Command = {
  words: ['check'],
  positionals: ['FILE.benchwright'],
  summary: 'Verify the structure of a results file and every stored checksum.',
  options: {},
  run: (parsed, context) =>
    withReview(parsed.positionals[0] ?? '', (review) => {
      const findings = review.check()
      const unused = review.documents.unusedPictures()
      const backward = review.backwardRuns()
      const called = backwardNames(review, backward)
      if (parsed.json)
        printJson(context, {
          ...{ file: review.path, ok: findings.length === 0, findings },
          unusedPictures: unused.map(({ id, name, bytes }) => ({ id, name, bytes })),
          runsFinishedBeforeStart: backward,
        })
      else {
        if (findings.length === 0) context.stdout.line(`${review.path}: all checksums match.`)
        for (const finding of findings) context.stdout.line(`${review.path}: ${finding}`)
        if (unused.length > 0) context.stdout.line(`${review.path}: ${unusedText(unused)}`)
        for (const one of backward)
          context.stdout.line(`${review.path}: ${backwardText(one, called.get(one.runId) ?? 'a run')}`)
      }
      return findings.length === 0 ? exitStatus.done : exitStatus.failed
    }),
}

/** By id, what runs are called: their campaign, case and number. */
function backwardNames(review: ReviewReader, backward: readonly BackwardRun[]): ReadonlyMap<number, string> {
  if (backward.length === 0) return new Map()
  const campaigns = summaryNames(review.campaigns())
  const runs = review.runsById(backward.map(({ runId }) => runId))
  return new Map(runs.map((run) => [run.id, `“${campaigns.get(run.campaignId) ?? ''}”: ${runName(run)}`]))
}

/** A clock that was set back is no damage to the file. */
function backwardText({ byMs }: BackwardRun, name: string): string {
  return `${name} finished ${formatCount(byMs)} ms before it started, by its stored times. A clock that is set back during a run does this; the file is not damaged by it.`
}

/** An unused picture is no fault. */
function unusedText(unused: readonly StoredPicture[]): string {
  const names = unused.map(({ name }) => `“${cleanText(name, 60)}”`).join(', ')
  const bytes = unused.reduce((sum, one) => sum + one.bytes, 0)
  const one = unused.length === 1
  return `no document shows ${formatCount(unused.length)} ${one ? 'picture' : 'pictures'} (${formatBytes(bytes)}): ${names}. ${one ? 'It is' : 'They are'} removed when the file is opened for writing a day or more after ${one ? 'it was' : 'they were'} added.`
}
