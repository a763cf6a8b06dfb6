import type { RunsFolder } from '../../../core/plan/advice'
import type { Parts } from '../remedies'
import { known } from './loose-json'
import { parseMount } from './parse-mount'

/** Where a machine keeps run directories, from the `state` parts of its answer; undefined if they could not be read. */
export function readRunsFolder(parts: Parts, isRemote: boolean): RunsFolder | undefined {
  const path = parts.get('state')
  if (path === undefined) return undefined
  const mount = parseMount(parts.get('state-findmnt'), parts.get('state-df'))
  const unwritable = /^no (.+)$/s.exec(parts.get('state-writable') ?? '')?.[1]
  const isReadOnly = mount?.options?.split(',').includes('ro') === true ? true : undefined
  return { path, isRemote, ...known({ unwritable, isReadOnly, freeBytes: mount?.freeBytes }) }
}
