import { estimatePlan } from '../../../core/engines/plan-estimate'
import type { comparisonRequests } from '../../../core/contract/comparison-requests'
import { RequestFailure } from '../../../core/contract/request-failure'
import type { BenchAnswers } from './answers'
import { noCell } from '../aside/more-runs'

/** Requests about comparisons of campaigns. */
export const comparisonAnswers: BenchAnswers<keyof typeof comparisonRequests> = {
  'comparison.choices': ({ aside }) => aside.do('comparison-choices', undefined),
  'comparison.report': ({ aside }, { settings }) => aside.do('comparison-report', settings),
  'comparison.case': async ({ aside }, given) => {
    const found = await aside.do('comparison-case', given)
    if (found) return found
    throw noCell()
  },
  'comparison.preview-more-runs': (session, { settings, cells, place }) => {
    const key = `preview ${place}`
    // What the place showed before is no longer needed.
    session.moreRuns.cancel(key)
    return session.moreRuns.run(key, async (signal) => {
      const { plans, refused } = await session.aside.do('more-runs', { settings, cells }, { signal })
      return {
        plans: plans.map(({ plan, cases }) => {
          const estimate = estimatePlan(plan, {})
          const { name, repetitions } = plan
          return { name, cases, repetitions, runs: estimate.runCount, estimate }
        }),
        refused,
      }
    })
  },
  'comparison.plan-more-runs': async (session, { settings, cells, place }) => {
    const { plans, refused } = await session.moreRuns.run(`plan ${place}`, (signal) =>
      session.aside.do('more-runs', { settings, cells }, { signal }),
    )
    if (plans.length > 0) {
      return {
        plans: plans.map(({ plan, cases }) => {
          const { id, name, repetitions } = session.writer().addPlan(plan)
          return { planId: id, name, cases, repetitions }
        }),
      }
    }
    if (refused)
      throw new RequestFailure({ id: 'no-more-runs', message: refused.reason, remedy: refused.remedy })
    throw new RequestFailure({
      id: 'no-more-runs',
      message: 'None of these cases can be run again from here.',
      remedy: 'Published and imported results have no plan to run; settled cases need no more runs.',
    })
  },
  'comparison.cancel-more-runs': (session, { place, work }) => session.moreRuns.cancel(`${work} ${place}`),
  'comparison.exclude-run': (session, { runId, reason }) => session.writer().excludeRun(runId, reason),
  'comparison.include-run': (session, { runId }) => session.writer().includeRun(runId),
}
