import { shallowRef, type ShallowRef } from 'vue'
import { useBench } from '../../composables/use-bench'
import { useExported } from '../../composables/use-exported'
import { useNotices } from '../../composables/use-notices'
import { usePresets } from '../../composables/use-presets'
import { useSerials } from '../../composables/use-serials'
import { useShell } from '../../composables/use-shell'

export interface ExportProgress {
  readonly done: number
  readonly total: number
  readonly name: string
}

export interface ExportAll {
  /** Progress; undefined while nothing is exported. */
  readonly progress: Readonly<ShallowRef<ExportProgress | undefined>>
  /** Asks for a folder and writes all saved figures with the chosen preset. */
  start(): Promise<void>
  cancel(): Promise<void>
}

/** The export of all figures with its progress. */
export function useExportAll(): ExportAll {
  const bench = useBench()
  const redactSerials = useSerials()
  const shell = useShell()
  const notices = useNotices()
  const exported = useExported()
  const { chosen } = usePresets()
  const progress = shallowRef<ExportProgress>()

  bench.onEvent((event) => {
    if (event.type === 'export-progress' && event.done < event.total) progress.value = event
  })

  return {
    progress,
    async start() {
      await notices.attempt('The figures could not be exported', async () => {
        const presetId = chosen.value?.id
        const done = await shell.request('figures.export', {
          redactSerials: redactSerials.value,
          ...(presetId !== undefined && { presetId }),
        })
        if (done === null) return
        if (done.index === undefined) notices.done('The export was cancelled; nothing is left of it')
        else if (done.failures.length === 0)
          exported.tell(`${done.files} files in ${done.folder}`, done.index)
        else {
          const list = done.failures.map(({ name, message }) => `${name}: ${message}`).join('\n')
          notices.failure(new Error(list), 'Some figures could not be drawn; the others are in the folder')
        }
      })
      progress.value = undefined
    },
    async cancel() {
      await bench.request('figures.cancel-export', {})
    },
  }
}
