import { getCurrentScope, onScopeDispose } from 'vue'
import type { ShellEvent } from '../../core/contract/bridge'
import type { ShellAnswer, ShellArguments, ShellRequestName } from '../../core/contract/shell-requests'
import { plainCopy } from '../connection/plain-copy'
import { RequestFailure } from '../../core/contract/request-failure'

export interface Shell {
  /**
   * Sends a request to the shell for what needs a dialog, the clipboard or another window; rejects with a
   * `RequestFailure`.
   */
  request<N extends ShellRequestName>(name: N, argumentsOfRequest: ShellArguments<N>): Promise<ShellAnswer<N>>
  /** Listens to the shell's events until the returned function is called or the component is unmounted. */
  onEvent(listener: (event: ShellEvent) => void): () => void
}

const shell: Shell = {
  async request<N extends ShellRequestName>(name: N, argumentsOfRequest: ShellArguments<N>) {
    const reply = await window.benchwright.shell(name, plainCopy(argumentsOfRequest))
    if (!reply.ok) throw new RequestFailure(reply.error)
    return reply.answer as ShellAnswer<N>
  },
  onEvent(listener) {
    const stop = window.benchwright.onShellEvent(listener)
    if (getCurrentScope()) onScopeDispose(stop)
    return stop
  },
}

/** The shell around this window. */
export function useShell(): Shell {
  return shell
}
