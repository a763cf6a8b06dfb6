import type { PlanSummary, ReviewSummary } from '../../core/contract/review'
import { listCampaigns } from './campaigns'
import { listCards } from './cards'
import type { Connection } from './connection'
import { listDocuments } from './documents'
import { listFigures, listUnknownFigures } from './figures'
import { listPlans } from './plans'
import { listPresets, readChosenPreset } from './presets'
import { readDetails } from './review-details'

/** What is known of the open file itself. */
export interface OpenFileFacts {
  readonly path: string
  readonly readOnly: boolean
  readonly readOnlyReason: string | undefined
}

/** What the file holds, in one list of each kind. */
export function readSummary(connection: Connection, file: OpenFileFacts): ReviewSummary {
  const { path, readOnly, readOnlyReason } = file
  const { title, notes } = readDetails(connection)
  const plans: readonly PlanSummary[] = listPlans(connection)
  const chosenPreset = readChosenPreset(connection)
  return {
    path,
    readOnly,
    ...(readOnlyReason !== undefined && { readOnlyReason }),
    title,
    notes,
    plans,
    campaigns: listCampaigns(connection),
    figures: listFigures(connection),
    unknownFigures: listUnknownFigures(connection),
    ...listCards(connection),
    documents: listDocuments(connection),
    presets: listPresets(connection),
    ...(chosenPreset !== undefined && { chosenPreset }),
  }
}
