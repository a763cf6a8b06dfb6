import { isLeft } from '../../core/results/campaign/campaign'
import type { PlansStart, PlansStarted } from '../../core/contract/bench-requests'
import { isCancelled, requestError } from '../../core/contract/request-failure'
import type { SuiteNote } from '../runner/record/campaign-notes'
import type { ReviewReader } from '../store/review-store'
import { draftOfRuns, hasOwnDocument } from '../articles/new-document'
import type { Session } from './session'

/**
 * Starts plans in order, so that those of one machine wait for each other; a plan with an unfinished campaign
 * resumes it. A plan that cannot run is reported as refused and does not hold up the others; after a
 * cancellation no further one is started. Once all of them have ended, the requested draft is created.
 * Rejects with the reason of the first plan if none was started.
 */
export async function startPlans(
  session: Session,
  { starts, draft, beside }: PlansStart,
): Promise<PlansStarted> {
  const runner = session.writingRunner()
  const campaignIds: number[] = []
  const refused: PlansStarted['refused'][number][] = []
  let firstError: unknown
  for (const { planId, configuration, confirmationId } of starts) {
    try {
      const id = await session.checks.run(planId, async (signal) => {
        const unfinished = unfinishedOf(session.review, planId)
        if (unfinished === undefined)
          return (await runner.start(planId, configuration, { signal, confirmationId, beside })).campaignId
        await runner.resume(unfinished)
        return unfinished
      })
      campaignIds.push(id)
    } catch (error) {
      firstError ??= error
      if (isCancelled(error)) break
      refused.push({ planId, error: requestError(error) })
    }
  }
  if (campaignIds.length === 0) throw firstError
  const suite = {
    ...{ campaignIds, draft },
    refused: refused.map(({ planId, error }) => ({
      plan: session.review.plan(planId).name,
      problem: error.message,
    })),
  }
  joinSuite(session, suite)
  return { campaignIds, refused }
}

/** Keeps that campaigns were started together; once all of them have ended, the requested draft is created. */
export function joinSuite(session: Session, suite: SuiteNote): void {
  session.writingRunner().joinSuite(suite)
  draftAtTheEnd(session, suite)
}

/**
 * Resumes a campaign. If the plans it was started with had all ended, their end is reported again, and the draft that was
 * made at the first end is written anew, unless somebody has edited it.
 */
export async function resumeCampaign(session: Session, campaignId: number): Promise<void> {
  const runner = session.writingRunner()
  const key = ({ campaignIds }: SuiteNote) => campaignIds.join()
  const awaited = new Set(runner.openSuites().map(key))
  await runner.resume(campaignId)
  for (const suite of runner.openSuites())
    if (!awaited.has(key(suite)))
      draftAtTheEnd(session, hasOwnDocument(session.writer()) ? { ...suite, draft: 'none' } : suite)
}

/** After a restart: suites whose campaigns have not all ended get their draft as if this process had started them. */
export function awaitSuites(session: Session): void {
  for (const suite of session.runner?.openSuites() ?? []) draftAtTheEnd(session, suite)
}

/** The newest campaign of a plan, if it is unfinished and not being executed. */
function unfinishedOf(review: ReviewReader, planId: string): number | undefined {
  const newest = review
    .campaigns()
    .filter((one) => one.planId === planId && one.leaderId === undefined)
    .at(-1)
  return newest && isLeft(newest) ? newest.id : undefined
}

/** Reports when all campaigns are done or stopped, even after pauses, and creates the draft before that. */
function draftAtTheEnd(
  session: Session,
  { campaignIds, draft }: Pick<SuiteNote, 'campaignIds' | 'draft'>,
): void {
  const { review, tell } = session
  const events = session.writingRunner().events
  const look = () => {
    const campaigns = review.campaigns(campaignIds)
    if (campaigns.some(({ state }) => state !== 'done' && state !== 'stopped')) return
    stopLooking()
    const hasNumbers = campaigns.some(({ runsByState }) => (runsByState.done ?? 0) > 0)
    if (draft === 'none' || !hasNumbers) {
      tell({ type: 'plans-ended', campaignIds })
      return
    }
    try {
      const saved = draftOfRuns(session.writer(), draft)
      tell({
        type: 'plans-ended',
        campaignIds,
        ...(saved && { document: { id: saved.id, name: saved.name } }),
      })
    } catch (error) {
      tell({ type: 'plans-ended', campaignIds, problem: requestError(error) })
    }
  }
  const stopLooking = events.on((event) => {
    if (event.type === 'campaign-changed' && campaignIds.includes(event.campaign.id)) look()
  })
  look()
}
