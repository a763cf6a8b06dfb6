import type { ExtraOption } from '../engine'
import { engineOptions } from './options/engine-options'
import { flowOptions } from './options/flow-options'
import { machineOptions } from './options/machine-options'
import { requestOptions } from './options/request-options'

/**
 * The allow-list: options of fio 3.33 that shape the load or the report. None runs a command, names another file,
 * connects anywhere or changes who the process is; those are in denied-options.ts with the reason.
 */
export const extraOptions: readonly ExtraOption[] = [
  ...requestOptions,
  ...flowOptions,
  ...machineOptions,
  ...engineOptions,
]

const byName: ReadonlyMap<string, ExtraOption> = new Map(extraOptions.map((option) => [option.name, option]))

export const extraOptionNames: ReadonlySet<string> = new Set(byName.keys())

export function findExtraOption(name: string): ExtraOption | undefined {
  return byName.get(name)
}
