import type { OrphanRequests } from '../../core/contract/orphan-requests'
import type { BenchAnswers } from './answers'
import { planOf } from './plan-answers'

/** Requests about runs that nobody of this process waits for. */
export const orphanAnswers: BenchAnswers<keyof OrphanRequests> = {
  'orphans.of-plan': (session, { planId }) => {
    const { hosts } = planOf(session, planId)
    return Promise.all(hosts.map((host) => session.orphans.onHost(host)))
  },
  'orphans.of-host': ({ orphans }, { hostId }) => orphans.onHost(hostId),
  'orphans.stop': ({ orphans }, { hostId, runName }) => orphans.stop(hostId, runName),
}
