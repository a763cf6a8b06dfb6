import { ref, watch, type Ref } from 'vue'

const key = 'benchwright.redact-serials'
const redact = ref(localStorage.getItem(key) === 'yes')
watch(redact, (now) => localStorage.setItem(key, now ? 'yes' : 'no'))

/** Whether this person's exports omit the serial numbers of drives; remembered across starts. */
export function useSerials(): Ref<boolean> {
  return redact
}
