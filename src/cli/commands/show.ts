import { tableToCsv } from '../../core/document/csv'
import { tableToJson } from '../../core/document/json'
import { tidyTable } from '../../core/figures/tables/tidy-table'
import { targetText } from '../../core/plan/plan'
import type { CampaignSummary } from '../../core/results/campaign'
import { formatCount } from '../../core/units/number-format'
import { exitStatus, printJson, type Command } from '../command'
import { textTable } from '../output'
import { withReview } from '../with-review'

export const show: Command = {
  words: ['show'],
  positionals: ['FILE.benchwright'],
  summary: 'List the campaigns of a results file with the state of their runs.',
  options: {},
  run: (parsed, context) =>
    withReview(parsed.positionals[0] ?? '', async (review) => {
      const summary = review.summary()
      if (parsed.json) {
        printJson(context, {
          file: summary.path,
          title: summary.title,
          plans: summary.plans,
          campaigns: summary.campaigns.map(campaignRecord),
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
      ])
      await context.stdout.stream(
        'lines',
        textTable(
          ['id', 'campaign', 'configuration', 'host', 'device', 'target', 'engine', 'state', 'runs'],
          rows,
        ),
      )
      return exitStatus.done
    }),
}

function amountText({ runsByState, publishedResults }: CampaignSummary): string {
  const counts = Object.entries(runsByState).map(([state, count]) => `${count} ${state}`)
  return [...counts, ...(publishedResults > 0 ? [`${publishedResults} published`] : [])].join(', ')
}

function campaignRecord(campaign: CampaignSummary) {
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
    createdAt: new Date(campaign.createdAtMs).toISOString(),
    finishedAt: campaign.finishedAtMs === undefined ? null : new Date(campaign.finishedAtMs).toISOString(),
  }
}

export const table: Command = {
  words: ['table'],
  positionals: ['FILE.benchwright'],
  summary: 'Print every measurement and every published result as one row, with one column per axis.',
  options: {
    csv: { type: 'boolean', help: 'Print CSV to standard output.' },
  },
  run: (parsed, context) =>
    withReview(parsed.positionals[0] ?? '', async (review) => {
      const tidy = tidyTable(review.rows({}), review.published())
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
      if (parsed.json) printJson(context, { file: review.path, ok: findings.length === 0, findings })
      else if (findings.length === 0) context.stdout.line(`${review.path}: all checksums match.`)
      else for (const finding of findings) context.stdout.line(`${review.path}: ${finding}`)
      return findings.length === 0 ? exitStatus.done : exitStatus.failed
    }),
}
