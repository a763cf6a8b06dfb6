import { isLeft } from '../../core/results/campaign/campaign'
import type { BenchArguments, PlansStart, PlansStarted, StartAsked } from '../../core/contract/bench-requests'
import { isCancelled, requestError } from '../../core/contract/request-failure'
import type { SuiteNote } from '../runner/record/campaign-notes'
import { unanswered, type PreparedStart, type StartAnswers } from '../runner/start/prepare-start'
import type { ReviewReader } from '../store/review-store'
import { draftOfRuns, hasOwnDocument } from '../articles/new-document'
import type { Session } from './session'

/**
 * Starts a plan, alone or in turn with others, or answers with what a person must decide first. Rejects with what
 * refuses one of the plans; nothing is stored then.
 */
export function startCampaigns(
  session: Session,
  { inTurnWith = [], draft, acceptsWear, orphans, beside, ...first }: BenchArguments<'campaign.start'>,
): Promise<{ campaignId: number } | StartAsked> {
  const runner = session.writingRunner()
  const answers = { acceptsWear, orphans, beside }
  const starts = [first, ...inTurnWith]
  return whileChecked(session, starts, async (signal) => {
    const prepared = await examined(session, starts, { answers, signal, inTurn: inTurnWith.length > 0 })
    const [broken] = prepared.refused
    if (broken) throw broken.error
    const questions = questionsOf(session, prepared, starts, answers)
    if (questions) return { questions }
    const options = { ...answers, signal, prepared }
    const { planId, configuration, confirmationId } = first
    if (inTurnWith.length === 0) return runner.start(planId, configuration, { ...options, confirmationId })
    const { campaignIds } = await runner.startInterleaved(starts, options)
    if (draft) joinSuite(session, { campaignIds: [...campaignIds], draft, refused: [] })
    return { campaignId: campaignIds[0] ?? 0 }
  })
}

/**
 * Starts plans in order, so that those of one machine wait for each other; a plan with an unfinished campaign
 * resumes it. Answers instead with what a person must decide first. A plan that cannot run is reported as refused and
 * does not hold up the others; after a cancellation no further one is started. Once all of them have ended, the requested
 * draft is created. Rejects with the reason of the first plan if none was started.
 */
export async function startPlans(
  session: Session,
  { starts, draft, acceptsWear, orphans, beside }: PlansStart,
): Promise<PlansStarted | StartAsked> {
  const runner = session.writingRunner()
  const answers = { acceptsWear, orphans, beside }
  const fresh = starts.filter(({ planId }) => unfinishedOf(session.review, planId) === undefined)
  const prepared = await whileChecked(session, fresh, (signal) =>
    examined(session, fresh, { answers, signal, inTurn: false }),
  )
  const questions = questionsOf(session, prepared, fresh, answers)
  if (questions) return { questions }
  const campaignIds: number[] = []
  const refused: PlansStarted['refused'][number][] = []
  let firstError: unknown
  for (const { planId, configuration, confirmationId } of starts) {
    try {
      const id = await session.checks.run(planId, async (signal) => {
        const unfinished = unfinishedOf(session.review, planId)
        if (unfinished === undefined) {
          // Of these plans, each waits for the one before.
          const options = { ...answers, beside: beside ?? false, signal, confirmationId, prepared }
          return (await runner.start(planId, configuration, options)).campaignId
        }
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

/** Does work that a person can cancel as the check of any of the plans. */
function whileChecked<T>(
  session: Session,
  [first, ...others]: readonly { readonly planId: string }[],
  work: (signal: AbortSignal) => Promise<T>,
  signals: readonly AbortSignal[] = [],
): Promise<T> {
  if (!first) return work(AbortSignal.any([...signals]))
  return session.checks.run(first.planId, (signal) =>
    whileChecked(session, others, work, [...signals, signal]),
  )
}

interface Answered {
  readonly answers: StartAnswers
  readonly signal: AbortSignal
  readonly inTurn: boolean
}

/** The examination of the plans: the one whose questions are answered here, or else a new one. */
async function examined(
  session: Session,
  starts: PlansStart['starts'],
  { answers, signal, inTurn }: Answered,
): Promise<PreparedStart> {
  const planIds = starts.map(({ planId }) => planId)
  const key = planIds.join()
  const before = session.asked
  session.asked = undefined
  const isAnswer =
    Object.values(answers).some((one) => one !== undefined) ||
    starts.some(({ confirmationId }) => confirmationId !== undefined)
  if (isAnswer && before?.key === key) return before.prepared
  return session.writingRunner().prepareStart(planIds, { signal, inTurn })
}

/** What is still to be decided, and kept until then; undefined if nothing is. */
function questionsOf(
  session: Session,
  prepared: PreparedStart,
  starts: PlansStart['starts'],
  answers: StartAnswers,
): StartAsked['questions'] | undefined {
  const { questions } = prepared
  const isConfirmed = (id: string) =>
    starts.some(({ planId, confirmationId }) => planId === id && confirmationId !== undefined)
  if (!unanswered(questions, answers) && questions.devices.every(isConfirmed)) return undefined
  session.asked = { key: starts.map(({ planId }) => planId).join(), prepared }
  return { ...questions, orphans: questions.orphans.map((one) => session.orphans.described(one)) }
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
