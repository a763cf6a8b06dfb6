import { shallowRef } from 'vue'
import type { ImportReport } from '../../../../core/contract/import-report'
import type { TableFacts, TableMapping } from '../../../../core/results/published/column-role'
import { useBench } from '../../../composables/use-bench'
import { useNotices } from '../../../composables/use-notices'
import { useShell } from '../../../composables/use-shell'

/** Carries imports out, one at a time, and keeps what the last one reported. */
export function useImport() {
  const shell = useShell()
  const bench = useBench()
  const notices = useNotices()
  const busy = shallowRef(false)
  const report = shallowRef<ImportReport>()

  async function carryOut(work: () => Promise<ImportReport | null>): Promise<void> {
    if (busy.value) return
    busy.value = true
    try {
      report.value = (await work()) ?? undefined
    } catch (error) {
      notices.failure(error, 'The results could not be imported')
    } finally {
      busy.value = false
    }
  }

  return {
    busy,
    report,
    fromDisk: (from: 'files' | 'folder', labels: { configuration: string; device: string }) =>
      carryOut(() => shell.request('review.import', { from, ...labels })),
    fromText: (text: string, mapping: TableMapping, facts: TableFacts) =>
      carryOut(() => bench.request('import.table', { text, mapping, facts })),
  }
}
