import { themes } from '../../core/contract/shell-requests'
import * as v from 'valibot'
import { firstPlace, windowPlace } from './window-place'

/** A person's settings, independent of any results file. */
export const settings = v.object({
  theme: v.fallback(v.picklist(themes), 'system'),
  notifications: v.fallback(v.boolean(), true),
  /** Folder of results files that the person chose as the shelf. */
  shelf: v.fallback(v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(4096))), undefined),
  window: v.fallback(windowPlace, firstPlace),
})
export type Settings = v.InferOutput<typeof settings>

export const firstSettings: Settings = { theme: 'system', notifications: true, window: firstPlace }
