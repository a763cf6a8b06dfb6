import { ref, type Ref } from 'vue'
import type { Destination } from '../../../core/plan/destination'
import { useBench } from '../use-bench'
import { useNotices } from '../use-notices'

/** Adds a host that a plan or campaign of the file names to the person's list. */
export function useAddHost(): {
  readonly busy: Ref<boolean>
  /** Returns its id; undefined if it could not be added, which is reported. */
  add(destination: Destination): Promise<Destination | undefined>
} {
  const bench = useBench()
  const notices = useNotices()
  const busy = ref(false)
  async function add(destination: Destination): Promise<Destination | undefined> {
    let id: Destination | undefined
    busy.value = true
    await notices.attempt('The host could not be added', async () => {
      id = (await bench.request('host.add', { destination })).id
    })
    busy.value = false
    return id
  }
  return { busy, add }
}
