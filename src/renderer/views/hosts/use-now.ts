import { onScopeDispose, ref, type Ref } from 'vue'

/** The time in milliseconds since 1970, told anew every second while somebody looks. */
export function useNow(): Readonly<Ref<number>> {
  const now = ref(Date.now())
  const timer = setInterval(() => {
    now.value = Date.now()
  }, 1000)
  onScopeDispose(() => clearInterval(timer))
  return now
}
