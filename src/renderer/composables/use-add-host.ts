import { ref, type Ref } from 'vue'
import { useBench } from './use-bench'
import { useNotices } from './use-notices'

/** Puts a host on the person's list that a plan or campaign of the file names. */
export function useAddHost(): {
  readonly busy: Ref<boolean>
  /** Answers its id; undefined when it could not be added, which is said. */
  add(destination: string): Promise<string | undefined>
} {
  const bench = useBench()
  const notices = useNotices()
  const busy = ref(false)
  async function add(destination: string): Promise<string | undefined> {
    busy.value = true
    try {
      return (await bench.request('host.add', { destination })).id
    } catch (error) {
      notices.failure(error, 'The host could not be added')
      return undefined
    } finally {
      busy.value = false
    }
  }
  return { busy, add }
}
