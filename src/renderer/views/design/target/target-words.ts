import type { TargetFacts } from '../../../../core/plan/advice'
import type { Target } from '../../../../core/plan/plan'
import { formatBytes } from '../../../../core/units/bytes'

/** Why a path cannot be a target as it stands; undefined when nothing speaks against it. Only what text and facts tell. */
export function targetProblem(target: Target, facts: TargetFacts | undefined): string | undefined {
  if (target.kind === 'none') return undefined
  if (target.path.trim() === '') return 'Choose the folder in which Benchwright may create its data file.'
  if (!/^(\/|[A-Za-z]:[\\/]|\\\\)/.test(target.path)) return 'Write the whole path, from the root on.'
  if (facts?.path !== target.path) return undefined
  switch (facts.kind) {
    case 'block-device':
    case 'character-device':
      return 'This is a device. Devices are not offered yet; choose a folder on it.'
    case 'file':
      if (target.kind === 'folder') return 'This is a file. Choose the folder that holds it.'
      return facts.createdByApp
        ? undefined
        : 'This file is not one that Benchwright made, so it will not be touched. Name a new one.'
    case 'missing':
      if (target.kind === 'folder') return 'This folder does not exist. Create it, or choose another.'
      return facts.parentExists ? undefined : 'The folder of this file does not exist.'
    case 'other':
      return 'This is neither a folder nor a file.'
    case 'folder':
      if (target.kind === 'file') return 'This is a folder. Add the name of a file to it.'
      return facts.writable
        ? undefined
        : 'Nothing can be written to this folder. Choose another, or change its permissions.'
  }
}

/** What the target stands on, in one line: "ext4 on nvme0n1, Samsung 990 PRO · 812 GiB of 1.8 TiB free". */
export function targetFactsLine(facts: TargetFacts | undefined): string {
  if (!facts) return ''
  const device = [facts.device, facts.model].filter(Boolean).join(', ')
  const place = [facts.fileSystem, device].filter(Boolean).join(' on ')
  const total = facts.totalBytes === undefined ? '' : ` of ${formatBytes(facts.totalBytes)}`
  const free = facts.freeBytes === undefined ? '' : `${formatBytes(facts.freeBytes)}${total} free`
  return [place, free].filter(Boolean).join(' · ')
}
