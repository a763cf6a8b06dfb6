import type { hostRequests } from '../../core/contract/host-requests'
import type { BenchAnswers } from './answers'
import type { orphanRequests } from '../../core/contract/orphan-requests'

/** Requests about hosts. */
export const hostAnswers: BenchAnswers<keyof typeof hostRequests> = {
  'host.list': ({ hosts }) => hosts.hosts(),
  'host.aliases': ({ hosts }) => hosts.aliases(),
  'host.add': ({ hosts }, { destination }) => hosts.add(destination),
  'host.remove': async ({ hosts }, { hostId }) => {
    await hosts.remove(hostId)
    return null
  },
  'host.login': async ({ hosts }, { hostId, columns, rows }) => {
    await hosts.login(hostId, { columns, rows })
    return null
  },
  'host.terminal': ({ hosts }, { hostId }) => ({ scrollback: hosts.scrollback(hostId) }),
  'host.type': ({ hosts }, { hostId, text }) => {
    hosts.type(hostId, text)
    return null
  },
  'host.resize': ({ hosts }, { hostId, columns, rows }) => {
    hosts.resize(hostId, columns, rows)
    return null
  },
  'host.disconnect': async ({ hosts }, { hostId }) => {
    await hosts.disconnect(hostId)
    return null
  },
  'host.inspect': ({ hosts }, { hostId }) => hosts.inspect(hostId),
  'host.cancel-inspect': ({ hosts }, { hostId }) => {
    hosts.cancelInspect(hostId)
    return null
  },
  'host.report': ({ hosts }, { hostId }) => hosts.report(hostId) ?? null,
  'host.forget-key': async ({ hosts }, { hostId, storedFingerprint }) => {
    await hosts.forgetKey(hostId, storedFingerprint)
    return null
  },
}

/** Requests about orphaned runs. */
export const orphanAnswers: BenchAnswers<keyof typeof orphanRequests> = {
  'orphans.of-plan': (session, { planId }) => {
    const { hosts } = session.review.plan(planId)
    return Promise.all(hosts.map((host) => session.orphans.onHost(host)))
  },
  'orphans.of-host': ({ orphans }, { hostId }) => orphans.onHost(hostId),
  'orphans.stop': ({ orphans }, { hostId, runName }) => orphans.stop(hostId, runName),
}
