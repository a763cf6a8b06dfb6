import { shallowRef, type ShallowRef } from 'vue'
import type { ShellEvent } from '../../core/contract/bridge'

export type ShellFailure = Extract<ShellEvent, { type: 'failure' }>

const failures = shallowRef<readonly ShellFailure[]>([])
let listening = false

export interface ShellFailures {
  /** Reported and not yet dismissed, oldest first. */
  readonly failures: Readonly<ShallowRef<readonly ShellFailure[]>>
  readonly dismiss: (failure: ShellFailure) => void
}

/** Failures of what the window did not request itself: a file from the menu, the file manager or the command line. */
export function useShellFailures(): ShellFailures {
  if (!listening) {
    listening = true
    // Never removed: a failure may be reported before the view that shows it is mounted.
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
