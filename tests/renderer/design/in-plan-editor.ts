import { computed, defineComponent, h, nextTick, ref, shallowRef, type Component, type ShallowRef } from 'vue'
import { findEngine } from '../../../src/core/engines/registry'
import type { Plan } from '../../../src/core/plan/plan'
import { providePlanEditor } from '../../../src/renderer/views/design/plan-editor'
import { chooseOption, mounted, type Mounted } from '../mounted'

export interface InPlanEditor {
  readonly plan: ShallowRef<Plan>
  readonly part: Mounted
  /** Chooses an option of a list by its text. */
  readonly choose: (testid: string, label: string) => Promise<void>
}

/** Mounts a part of the design view on a plan that its edits change. */
export function inPlanEditor(
  component: Component,
  given: Plan,
  { engine = 'fio', locked = false, props = {} }: { engine?: string; locked?: boolean; props?: object } = {},
): InPlanEditor {
  const plan = shallowRef(given)
  const part = mounted(
    defineComponent(() => {
      providePlanEditor({
        plan: computed(() => plan.value),
        engine: computed(() => findEngine(engine)),
        environment: shallowRef({}),
        locked: computed(() => locked),
        edit: (_, change) => (plan.value = change(plan.value)),
        settle: () => undefined,
        sought: ref(),
      })
      return () => h(component, props)
    }),
  )
  return {
    plan,
    part,
    choose: async (testid, label) => {
      chooseOption(part.findList(`[data-testid="${testid}"]`), label)
      await nextTick()
    },
  }
}
