import type { hostRequests } from '../../../core/contract/host-requests'
import type { BenchAnswers } from './answers'
import type { orphanRequests } from '../../../core/contract/orphan-requests'

/** Requests about hosts. */
export const hostAnswers: BenchAnswers<keyof typeof hostRequests> = {
  'host.list': ({ hosts }) => hosts.hosts(),
  'host.aliases': ({ hosts }) => hosts.aliases(),
  'host.add': ({ hosts }, { destination }) => hosts.add(destination),
  'host.remove': ({ hosts }, { hostId }) => hosts.remove(hostId),
  'host.login': ({ hosts }, { hostId, columns, rows }) => hosts.login(hostId, { columns, rows }),
  'host.terminal': ({ hosts }, { hostId }) => ({ scrollback: hosts.scrollback(hostId) }),
  'host.type': ({ hosts }, { hostId, text }) => hosts.type(hostId, text),
  'host.resize': ({ hosts }, { hostId, columns, rows }) => hosts.resize(hostId, columns, rows),
  'host.disconnect': ({ hosts }, { hostId }) => hosts.disconnect(hostId),
  'host.inspect': ({ hosts }, { hostId }) => hosts.inspect(hostId),
  'host.cancel-inspect': ({ hosts }, { hostId }) => hosts.cancelInspect(hostId),
  'host.report': ({ hosts }, { hostId }) => hosts.report(hostId) ?? null,
  'host.forget-key': ({ hosts }, { hostId, storedFingerprint }) => hosts.forgetKey(hostId, storedFingerprint),
}

/** Requests about orphaned runs. */
export const orphanAnswers: BenchAnswers<keyof typeof orphanRequests> = {
  'orphans.of-host': ({ orphans }, { hostId }) => orphans.onHost(hostId),
  'left-files.of-host': ({ leftFiles }, { hostId }) => leftFiles.onHost(hostId),
  'left-files.remove': ({ leftFiles }, { hostId, path }) => leftFiles.remove(hostId, path),
  'orphans.stop': ({ orphans }, { hostId, runName }) => orphans.stop(hostId, runName),
}
