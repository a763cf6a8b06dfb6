import type { CampaignFacts } from '../../core/results/campaign'
import { FigureColumns, type CampaignColumns } from '../../core/figures/measured-cases'
import { refuseCancelled, Turns } from '../turns'
import type { Session } from './session'

interface Kept {
  /** By what was known of each campaign when it was read. */
  readonly columns: ReadonlyMap<string, CampaignColumns>
  readonly key: string
  readonly read: FigureColumns
}

/** What the last figure of each session was made of: some 25 bytes a run. */
const kept = new WeakMap<Session, Kept>()

/** Fewer runs than this are read at once. */
const fewestTold = 20_000

/**
 * The finished runs of these campaigns with these metrics, as far as they have not changed since the last figure from
 * there. Each campaign is read in a task of its own, and the windows are told how far it is.
 */
export async function figureColumnsOf(
  session: Session,
  campaignIds: readonly number[],
  metrics: readonly string[],
  signal?: AbortSignal,
): Promise<FigureColumns> {
  const { review } = session
  const last = kept.get(session)
  const facts = [...new Set(campaignIds)]
    .sort((a, b) => a - b)
    .flatMap((id) => review.campaignFacts(id) ?? [])
  const isRead = (campaign: CampaignFacts) => last?.columns.has(keyOf(campaign, metrics)) === true
  const total = facts.reduce((sum, campaign) => sum + (isRead(campaign) ? 0 : doneRuns(campaign)), 0)
  const turns = new Turns()
  let done = 0
  const columns = new Map<string, CampaignColumns>()
  for (const { id } of facts) {
    // As it is now: runs may have landed while another campaign was read.
    const campaign = review.campaignFacts(id)
    if (!campaign) continue
    const key = keyOf(campaign, metrics)
    const known = last?.columns.get(key)
    if (!known && total >= fewestTold) {
      session.tell({ type: 'figure-progress', done, total })
      await new Promise((resolve) => setImmediate(resolve))
      refuseCancelled(signal)
    }
    const own = known ?? (await turns.finish(review.figureColumnsInSteps(id, metrics), signal))
    if (own) columns.set(key, own)
    if (!known) done += doneRuns(campaign)
  }
  const excluded = review.excludedRuns().map(({ runId }) => runId)
  const key = JSON.stringify([...columns.keys(), excluded])
  if (last?.key === key) return last.read
  const read = new FigureColumns([...columns.values()], new Set(excluded))
  kept.set(session, { columns, key, read })
  return read
}

function doneRuns({ runsByState }: CampaignFacts): number {
  return runsByState.done ?? 0
}

/** What a campaign's columns depend on: a finished run stays as it is. */
function keyOf(campaign: CampaignFacts, metrics: readonly string[]): string {
  const { id, name, configuration, host, device, engine, runsByState } = campaign
  return JSON.stringify([id, metrics, name, configuration, host, device, engine, runsByState])
}
