import type { ObjectDirective } from 'vue'
import { hideTip, showTip, type Tip } from './tip-box'

const tips = new WeakMap<HTMLElement, Tip | undefined>()

/**
 * A tip for an element that is hovered or focused by keyboard: `v-tip="{ text, keys }"`. Costs two listeners, so
 * lists may have hundreds.
 */
export const vTip: ObjectDirective<HTMLElement, Tip | undefined> = {
  mounted(element, { value }) {
    tips.set(element, value)
    const show = () => showTip(element, () => tips.get(element))
    element.addEventListener('pointerenter', show)
    element.addEventListener('focus', () => element.matches(':focus-visible') && show())
    for (const end of ['pointerleave', 'pointerdown', 'blur', 'keydown'])
      element.addEventListener(end, hideTip)
  },
  updated(element, { value }) {
    tips.set(element, value)
  },
  beforeUnmount: hideTip,
}
