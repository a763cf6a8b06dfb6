import type { CampaignSummary } from '../../core/results/campaign'
import { targetText } from '../../core/plan/plan'
import { formatCount } from '../../core/units/number-format'
import { exitStatus, printJson, type Command } from '../command'
import { textTable } from '../text-table'
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
        })
        return exitStatus.done
      }
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
