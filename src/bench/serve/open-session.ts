import { randomInt, randomUUID } from 'node:crypto'
import { totalmem } from 'node:os'
import { RequestFailure } from '../../core/contract/request-failure'
import type { PrivilegedArguments } from '../../core/contract/privileged-requests'
import type { PlanIdentity } from '../../core/plan/edit-plan'
import { findSuite, suitePlans } from '../../core/plan/templates/suites'
import { findTemplate, planFromTemplate } from '../../core/plan/templates/templates'
import { createReview } from '../store/create-review'
import { openReview } from '../store/open-review'
import { Session } from './session'

/**
 * Opens or creates the results file of this bench; a template adds its plan to a new file, a suite all of its
 * plans.
 */
export function openSession({
  path,
  mode,
  templateId,
  suiteId,
}: PrivilegedArguments<'review.open'>): Session {
  if (mode !== 'create') return new Session(openReview(path, { mode }))
  const template = templateId === undefined ? undefined : findTemplate(templateId)
  if (templateId !== undefined && template === undefined) {
    throw new RequestFailure({ id: 'no-template', message: `There is no template “${templateId}”.` })
  }
  const suite = suiteId === undefined ? undefined : findSuite(suiteId)
  if (suiteId !== undefined && suite === undefined)
    throw new RequestFailure({ id: 'no-suite', message: `There is no suite “${suiteId}”.` })
  const identity = (): PlanIdentity => ({
    id: randomUUID(),
    seed: randomInt(2 ** 32),
    target: { kind: 'folder', path: '' },
  })
  const plans = [
    ...(template ? [planFromTemplate(template, identity(), totalmem())] : []),
    ...(suite ? suitePlans(suite, identity, totalmem()) : []),
  ]
  const review = createReview(path)
  for (const plan of plans) review.savePlan(plan)
  return new Session(review)
}
