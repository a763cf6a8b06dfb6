import type { HostState } from '../../../src/core/contract/host-requests'
import type { SshHost } from '../../../src/bench/hosts/ssh/ssh-host'

export interface LoginScreen {
  says(pattern: RegExp): Promise<void>
  type(text: string): void
  text(): string
}

/** Logs in as a person does, in a terminal. */
export async function watchLogin(host: SshHost): Promise<LoginScreen> {
  const terminal = await host.openLogin({ columns: 80, rows: 24 })
  let text = ''
  let wake: () => void = () => undefined
  terminal.onData((piece) => {
    text += piece
    wake()
  })
  return {
    text: () => text,
    type: (typed) => terminal.write(typed),
    says: async (pattern) => {
      while (!pattern.test(text))
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    },
  }
}

/** Resolves when the host is in this state. */
export function becomes(host: SshHost, state: HostState): Promise<void> {
  return new Promise((resolve) => {
    const off = host.onStatus((status) => {
      if (status.state !== state) return
      off()
      resolve()
    })
    if (host.status.state !== state) return
    off()
    resolve()
  })
}
