import { shallowRef, type ShallowRef } from 'vue'

const query = window.matchMedia('(prefers-color-scheme: dark)')
const dark = shallowRef(query.matches)
query.addEventListener('change', () => {
  dark.value = query.matches
})

/** True while the window has dark colours, by the desktop's or the person's choice. */
export function useDarkColors(): Readonly<ShallowRef<boolean>> {
  return dark
}
