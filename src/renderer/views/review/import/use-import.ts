import { onScopeDispose, shallowRef } from 'vue'
import type { ImportProgress, ImportReport } from '../../../../core/contract/import-requests'
import type { TableFacts, TableMapping } from '../../../../core/results/published/column-role'
import { useBench } from '../../../composables/use-bench'
import { useNotices } from '../../../composables/use-notices'
import { useShell } from '../../../composables/use-shell'

/** Runs imports, one at a time, and keeps the report of the last one. */
export function useImport() {
  const shell = useShell()
  const bench = useBench()
  const notices = useNotices()
  const busy = shallowRef(false)
  const report = shallowRef<ImportReport>()
  const progress = shallowRef<ImportProgress>()
  onScopeDispose(
    bench.onEvent((event) => {
      if (event.type === 'import-progress' && busy.value) progress.value = event.progress
    }),
  )

  async function carryOut(work: () => Promise<ImportReport | null>): Promise<void> {
    if (busy.value) return
    busy.value = true
    progress.value = undefined
    await notices.attempt('The results could not be imported', async () => {
      report.value = (await work()) ?? undefined
    })
    busy.value = false
  }

  return {
    busy,
    report,
    progress,
    cancel: () => void bench.request('import.cancel', {}),
    fromDisk: (from: 'files' | 'folder' | 'drop', labels: { configuration: string; device: string }) =>
      carryOut(() => shell.request('review.import', { from, ...labels })),
    fromText: (text: string, mapping: TableMapping, facts: TableFacts) =>
      carryOut(() => bench.request('import.table', { text, mapping, facts })),
  }
}
