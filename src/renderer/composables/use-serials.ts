import { ref, watch, type Ref } from 'vue'

const key = 'benchwright.redact-serials'
const redact = ref(localStorage.getItem(key) === 'yes')
watch(redact, (now) => localStorage.setItem(key, now ? 'yes' : 'no'))

/** Whether exports of this person leave the serial numbers of drives out; remembered from one start to the next. */
export function useSerials(): Ref<boolean> {
  return redact
}
