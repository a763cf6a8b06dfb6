import { ref, type Ref } from 'vue'
import { useExported } from '../../../composables/use-exported'
import { useNotices } from '../../../composables/use-notices'
import { useSerials } from '../../../composables/use-serials'
import { useShell } from '../../../composables/use-shell'
import { comparisonFigure } from '../figure/figure-options'
import type { ReportedComparison } from '../use-comparison'

/** Saves the table of everything, with every run, as CSV where the person chooses. */
export function useTableExport(reported: () => ReportedComparison): {
  readonly saving: Readonly<Ref<boolean>>
  readonly saveTable: () => Promise<void>
} {
  const redactSerials = useSerials()
  const shell = useShell()
  const notices = useNotices()
  const exported = useExported()
  const saving = ref(false)

  async function saveTable(): Promise<void> {
    const { settings, report } = reported()
    saving.value = true
    try {
      const answer = await shell.request('figure.export', {
        settings: comparisonFigure('comparison', settings, report, {}),
        format: 'csv',
        scale: 1,
        theme: 'light',
        redactSerials: redactSerials.value,
      })
      if (answer !== null) exported.tell(`Saved ${answer.path}`, answer.path)
    } catch (reason) {
      notices.failure(reason, 'The table could not be exported')
    } finally {
      saving.value = false
    }
  }
  return { saving, saveTable }
}
