import { messageOf } from '../../../core/errors/system-error'
import { compareContent, contentSettings, variesContent } from '../../../core/engines/content/plan-content'
import { formatCount } from '../../../core/units/number-format'
import type { CampaignContext } from '../campaign-context'
import { findContentModel } from '../../../core/engines/registry'
import type { Plan } from '../../../core/plan/plan'
import type { Host } from '../../hosts/host'
import { calibrateLevels, type CalibrationAnswer } from '../../calibration/calibrate-levels'

/**
 * Before the first run of a campaign that varies its data: what the engine really writes for each level. It
 * is stored with the campaign; a difference from the level is a warning in the log. No failure keeps the
 * campaign from running.
 */
export async function calibrateCampaign(context: CampaignContext, signal: AbortSignal): Promise<void> {
  const { campaignId, engine, engineVersion, events, journal, plan, store } = context
  // All of several machines write the same; the client's machine may have no such target.
  const { host } = context.machines[0] ?? context
  if (store.calibrations(campaignId).length > 0) return
  try {
    const answer = await calibratePlan(host, plan, { engineVersion, signal })
    if (!answer) return
    const { calibrations, problems } = answer
    store.saveCalibrations(campaignId, calibrations)
    events.emit({ type: 'calibrated', campaignId })
    const differing = calibrations.map((one) => ({ one, ...compareContent(plan.engine, one) }))
    journal.log(
      campaignId,
      'info',
      `Looked at what ${engine.description.name} writes for ${formatCount(calibrations.length)} settings of its data.`,
    )
    for (const { one, warnings } of differing)
      for (const { text } of warnings)
        journal.log(campaignId, 'warning', `${levelsText(one.levels)}: ${text}`)
    for (const problem of problems)
      journal.log(
        campaignId,
        'warning',
        `${levelsText(problem.levels)} could not be sampled: ${problem.text}`,
      )
  } catch (error) {
    if (!signal.aborted)
      journal.log(campaignId, 'warning', `The data could not be sampled: ${messageOf(error)}`)
  }
}

function levelsText(levels: CampaignContext['plan']['base']): string {
  return Object.entries(levels)
    .map(([key, value]) => `${key}=${value}`)
    .join(', ')
}

interface PlanCalibrationOptions {
  readonly engineVersion: string | undefined
  readonly signal?: AbortSignal
  readonly onSample?: (done: number, total: number) => void
}

/**
 * Samples every setting of data content in a plan, in its target's folder. Undefined for a plan that varies
 * no data content or moves no data: there is nothing to measure.
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
  // No sample is written to a raw device; what the engine writes does not depend on the place.
  if (target.kind === 'device') return '/var/tmp'
  return target.kind === 'folder' ? target.path : target.path.replace(/\/[^/]*$/, '') || '/'
}
