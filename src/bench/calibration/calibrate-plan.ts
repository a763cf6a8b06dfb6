import { contentSettings, variesContent } from '../../core/engines/content/content-settings'
import { findContentModel } from '../../core/engines/registry'
import type { Plan } from '../../core/plan/plan'
import type { Host } from '../hosts/host'
import { calibrateLevels, type CalibrationAnswer } from './calibrate-levels'

export interface PlanCalibrationOptions {
  readonly engineVersion: string | undefined
  readonly signal?: AbortSignal
  readonly onSample?: (done: number, total: number) => void
}

/**
 * Samples every setting of data content a plan has, in its target's folder. Undefined for a plan that varies no data
 * content or moves no data: there is nothing to measure.
 */
export async function calibratePlan(
  host: Host,
  plan: Plan,
  options: PlanCalibrationOptions,
): Promise<CalibrationAnswer | undefined> {
  const model = findContentModel(plan.engine)
  const folder = folderOf(plan)
  if (!model || folder === undefined || !variesContent(plan)) return undefined
  return calibrateLevels({ host, model, settings: contentSettings(plan), folder, ...options })
}

function folderOf({ target }: Plan): string | undefined {
  if (target.kind === 'none' || target.path === '') return undefined
  // No sample is written to a raw device; what the engine writes does not depend on where it lies.
  if (target.kind === 'device') return '/var/tmp'
  return target.kind === 'folder' ? target.path : target.path.replace(/\/[^/]*$/, '') || '/'
}
