import { shallowRef, type ShallowRef } from 'vue'
import type { AppFacts } from '../../core/contract/shell-requests'
import { useShell } from './use-shell'

const facts = shallowRef<AppFacts>()
let asked = false

/** What the shell reports about the app and this window; undefined only before its first answer. */
export function useFacts(): Readonly<ShallowRef<AppFacts | undefined>> {
  if (!asked) {
    asked = true
    window.benchwright.onShellEvent((event) => {
      if (event.type === 'facts') facts.value = event.facts
    })
    void useShell()
      .request('app.facts', {})
      .then((answer) => {
        // Events received in the meantime are newer than the answer.
        facts.value ??= answer
      })
  }
  return facts
}
