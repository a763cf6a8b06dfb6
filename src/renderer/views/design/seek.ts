import { onMounted, watch, type Ref } from 'vue'
import { usePlanEditor } from './plan-editor'

const firstControl = (part: HTMLElement) =>
  part
    .querySelector<HTMLElement>('input:not([disabled]), select:not([disabled]), button:not([disabled])')
    ?.focus()

/** Scrolls a part of the design view into view and focuses it when it is sought by one of its names. */
export function seek(
  names: () => readonly string[],
  part: Ref<HTMLElement | null>,
  focus: (part: HTMLElement) => void = firstControl,
): void {
  const { sought } = usePlanEditor()
  const look = () => {
    if (sought.value === undefined || !names().includes(sought.value) || !part.value) return
    part.value.scrollIntoView({ block: 'nearest' })
    focus(part.value)
    sought.value = undefined
  }
  watch(sought, look, { flush: 'post' })
  // A part that was just added is sought before it is mounted.
  onMounted(look)
}
