import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Host } from '../../../../src/bench/hosts/host'
import { HostError } from '../../../../src/bench/hosts/host-error'
import { HostPool } from '../../../../src/bench/hosts/host-pool'
import { createLocalHost } from '../../../../src/bench/hosts/local/local-host'
import { planAnswers } from '../../../../src/bench/serve/answers/plan-answers'
import { Session } from '../../../../src/bench/serve/session'
import { createReview } from '../../../../src/bench/store/create-review'
import { openReview } from '../../../../src/bench/store/open-review'
import { thisMachine, type Destination } from '../../../../src/core/plan/destination'
import type { Machines } from '../../../../src/core/plan/plan'
import { examplePlan } from '../../../core/plan/example-plan'
import { machine } from '../../../core/plan/machine'

/** Hosts that are all up, and show by their errors which of them was asked. */
class StandingHosts extends HostPool {
  override open(destination: Destination): Host {
    const refuse = () => Promise.reject(new HostError(`${destination} was asked.`))
    return { ...createLocalHost(), name: destination, execute: refuse }
  }

  override statuses(): ReturnType<HostPool['statuses']> {
    return new Map([[machine('lab'), { state: 'online', sinceMs: 0 }]])
  }
}

let folder = ''
let session: Session
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-plan-answers-'))
  createReview(join(folder, 'review.benchwright')).close()
  session = new Session(openReview(join(folder, 'review.benchwright'), { mode: 'read' }), new StandingHosts())
})
afterEach(async () => {
  await session.close()
  rmSync(folder, { recursive: true, force: true })
})

it.each<{ readonly hosts: Machines }>([
  { hosts: [machine('lab')] },
  { hosts: [machine('lab'), thisMachine] },
])('describes the first machine of the plan, not this one: $hosts', async ({ hosts }) => {
  const plan = examplePlan({ hosts, target: { kind: 'none' } })
  for (const name of ['plan.environment', 'target.devices'] as const)
    await expect(Promise.resolve(planAnswers[name](session, { plan })), name).rejects.toThrow(
      'lab was asked.',
    )
})

/** Hosts that are up and never answer. */
class SilentHosts extends StandingHosts {
  override open(destination: Destination): Host {
    return { ...super.open(destination), execute: () => new Promise(() => undefined) }
  }
}

it('cancels reading the health of drives with the check of its plan', async () => {
  const review = openReview(join(folder, 'review.benchwright'), { mode: 'write' })
  const writing = new Session(review, new SilentHosts())
  const plan = examplePlan({ hosts: [machine('lab')], target: { kind: 'none' } })
  const asked = Promise.resolve(planAnswers['plan.environment'](writing, { plan, health: true }))
  await planAnswers['plan.cancel-check'](writing, { planId: plan.id })
  await expect(asked).rejects.toMatchObject({ id: 'cancelled' })
  await writing.close()
})
