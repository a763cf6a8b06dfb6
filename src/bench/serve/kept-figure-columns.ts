import type { CampaignFacts } from '../../core/results/campaign'
import { FigureColumns, type CampaignColumns } from '../../core/figures/measured-cases'
import { refuseCancelled, Turns } from '../turns'
import type { Session } from './session'

interface Kept {
  /** By the state of each campaign when it was read. */
  readonly columns: ReadonlyMap<string, CampaignColumns>
  readonly key: string
  readonly read: FigureColumns
}

/** The columns of the last figure of each session: some 25 bytes per run. */
const kept = new WeakMap<Session, Kept>()

/** Fewer runs than this are read without reporting progress. */
const fewestTold = 20_000

/**
 * The finished runs of these campaigns with these metrics, reused from the last figure if they have not
 * changed. Each campaign is read in its own task, and progress is reported to the windows.
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
    // The current state: runs may have finished while another campaign was read.
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

/** What a campaign's columns depend on: a finished run never changes. */
function keyOf(campaign: CampaignFacts, metrics: readonly string[]): string {
  const { id, name, configuration, host, device, engine, runsByState } = campaign
  return JSON.stringify([id, metrics, name, configuration, host, device, engine, runsByState])
}
