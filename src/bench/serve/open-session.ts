import { randomInt, randomUUID } from 'node:crypto'
import { totalmem } from 'node:os'
import { RequestFailure } from '../../core/contract/request-failure'
import type { PrivilegedArguments } from '../../core/contract/privileged-requests'
import { findTemplate, planFromTemplate } from '../../core/plan/templates'
import { createReview } from '../store/create-review'
import { openReview } from '../store/open-review'
import { Session } from './session'

/** Opens or creates the results file of this bench; a template puts its plan into a new file. */
export function openSession({ path, mode, templateId }: PrivilegedArguments<'review.open'>): Session {
  if (mode !== 'create') return new Session(openReview(path, { mode }))
  const template = templateId === undefined ? undefined : findTemplate(templateId)
  if (templateId !== undefined && template === undefined) {
    throw new RequestFailure({ id: 'no-template', message: `There is no template “${templateId}”.` })
  }
  const review = createReview(path)
  if (template) {
    review.savePlan(
      planFromTemplate(
        template,
        { id: randomUUID(), seed: randomInt(2 ** 32), target: { kind: 'folder', path: '' } },
        totalmem(),
      ),
    )
  }
  return new Session(review)
}
