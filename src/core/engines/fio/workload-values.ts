import type { LevelValue, Workload } from '../../plan/plan'
import { findField } from './fields'

/** The value a case runs with: the workload's, otherwise the field's initial one, otherwise undefined (the option is not passed). */
export function valueOf(workload: Workload, key: string): LevelValue | undefined {
  return Object.hasOwn(workload, key) ? workload[key] : findField(key)?.initial
}

/** The same for a number; undefined if it is not one. */
export function numberOf(workload: Workload, key: string): number | undefined {
  const value = valueOf(workload, key)
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** The same for a switch; off if it is not one. */
export function isOn(workload: Workload, key: string): boolean {
  return valueOf(workload, key) === true
}

/** The same for text; empty if it is not text. */
export function textOf(workload: Workload, key: string): string {
  const value = valueOf(workload, key)
  return typeof value === 'string' ? value : ''
}
