import { shallowRef, type ShallowRef } from 'vue'
import type { ShellEvent } from '../../core/contract/bridge'

export type ShellFailure = Extract<ShellEvent, { type: 'failure' }>

const failures = shallowRef<readonly ShellFailure[]>([])
let listening = false

export interface ShellFailures {
  /** What was told and not yet taken away, oldest first. */
  readonly failures: Readonly<ShallowRef<readonly ShellFailure[]>>
  readonly dismiss: (failure: ShellFailure) => void
}

/** Failures of what the window did not ask for itself: a file from the menu, the file manager or the command line. */
export function useShellFailures(): ShellFailures {
  if (!listening) {
    listening = true
    // For good: one may be told before the view that shows it is there.
    window.benchwright.onShellEvent((event) => {
      if (event.type === 'failure') failures.value = [...failures.value, event]
    })
  }
  return {
    failures,
    dismiss: (failure) => {
      failures.value = failures.value.filter((other) => other !== failure)
    },
  }
}
