import { inject, provide, type ComputedRef, type InjectionKey, type Ref, type ShallowRef } from 'vue'
import type { Engine, Field } from '../../../core/engines/engine'
import type { PlanEnvironment } from '../../../core/plan/advice'
import type { Plan } from '../../../core/plan/plan'

/** What every part of the design view uses: the open plan, its engine, and one way to change it. */
export interface PlanEditor {
  readonly plan: ComputedRef<Plan>
  /** Undefined if the plan names an engine that this version does not have. */
  readonly engine: ComputedRef<Engine | undefined>
  /** Facts about the plan's machine and the target; empty until the bench has answered. */
  readonly environment: Readonly<ShallowRef<PlanEnvironment>>
  /** Nothing can be changed: the file is read-only. */
  readonly locked: ComputedRef<boolean>
  /**
   * Changes the plan. `label` is shown after "Undo:"; changes with the same `mergeName` in quick succession are one
   * step.
   */
  edit(label: string, change: (plan: Plan) => Plan, mergeName?: string): void
  /** Ends the merging of changes, when a field loses the focus. */
  settle(): void
  /**
   * The field, axis or part requested from elsewhere, e.g. by a piece of advice; the part scrolls itself into view.
   */
  readonly sought: Ref<string | undefined>
}

const key: InjectionKey<PlanEditor> = Symbol('plan editor')

export function providePlanEditor(editor: PlanEditor): void {
  provide(key, editor)
}

/** The plan editor of the design view around this component. */
export function usePlanEditor(): PlanEditor {
  const editor = inject(key)
  if (!editor) throw new Error('A part of the design view is used outside it.')
  return editor
}

/** The description of a parameter: a field, else an option that represents one, else plain text. */
export function fieldOf(engine: Engine | undefined, id: string): Field {
  const field = engine?.description.fields.find((one) => one.id === id)
  if (field) return field
  const option = engine?.description.extraOptions.find((one) => one.name === id)
  return {
    id,
    label: id,
    option: option ? '' : id,
    kind: option?.kind ?? { type: 'text' },
    help: option?.help ?? '',
    group: 'advanced',
  }
}
