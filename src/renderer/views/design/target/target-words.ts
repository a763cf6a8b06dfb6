import type { TargetFacts } from '../../../../core/plan/advice'
import type { DeviceFacts } from '../../../../core/plan/device'
import type { Target } from '../../../../core/plan/plan'
import { formatBytes } from '../../../../core/units/bytes'

/** Why a path cannot be a target; undefined if nothing rules it out. Based on text and facts only. */
export function targetProblem(target: Target, facts: TargetFacts | undefined): string | undefined {
  if (target.kind === 'none') return undefined
  if (target.kind === 'device') return deviceProblem(target.path, facts)
  if (target.path.trim() === '') return 'Choose the folder in which Benchwright may create its data file.'
  if (!/^(\/|[A-Za-z]:[\\/]|\\\\)/.test(target.path)) return 'Write the whole path, from the root on.'
  if (facts?.path !== target.path) return undefined
  switch (facts.kind) {
    case 'block-device':
    case 'character-device':
      return 'This is a device. To measure it below any file system, choose “Raw device”.'
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

function deviceProblem(path: string, facts: TargetFacts | undefined): string | undefined {
  if (path.trim() === '') return 'Choose the device.'
  if (!path.startsWith('/')) return 'Write the whole path, from the root on.'
  const { guard } = facts?.path === path ? facts : {}
  return guard?.verdict === 'refused' ? [guard.reason, guard.remedy].filter(Boolean).join(' ') : undefined
}

/** Words for the path field. */
export function targetHelp(kind: Target['kind']): {
  readonly label: string
  readonly example: string
  readonly help: string
} {
  switch (kind) {
    case 'device':
      return {
        label: 'Path of the device',
        example: '/dev/disk/by-id/nvme-…',
        help: 'The device is read and written itself. A plan that writes asks for confirmation first.',
      }
    case 'file':
      return { label: 'Path of the data file', example: '/mnt/test/benchwright.data', help: ownFile }
    default:
      return { label: 'Folder for the data file', example: '/mnt/test', help: ownFile }
  }
}

const ownFile = 'Benchwright makes its own data file here and touches nothing else.'

/** A raw device in one line: "Samsung 990 PRO, S7KH…, 1.8 TiB · holds ext4 on nvme0n1p1". */
function deviceLine({ model, serial, sizeBytes, contents }: DeviceFacts): string {
  const facts = [model, serial, formatBytes(sizeBytes)].filter(Boolean).join(', ')
  const found = contents.map(({ name, text }) => `${text.split(' ')[0] ?? ''} on ${name}`)
  return found.length === 0 ? `${facts} · empty as far as is known` : `${facts} · holds ${found.join(', ')}`
}

/** What the target is stored on, in one line: "ext4 on nvme0n1, Samsung 990 PRO · 812 GiB of 1.8 TiB free". */
export function targetFactsLine(facts: TargetFacts | undefined): string {
  if (!facts) return ''
  if (facts.guard?.device) return deviceLine(facts.guard.device)
  const device = [facts.device, facts.model].filter(Boolean).join(', ')
  const place = [facts.fileSystem, device].filter(Boolean).join(' on ')
  const total = facts.totalBytes === undefined ? '' : ` of ${formatBytes(facts.totalBytes)}`
  const free = facts.freeBytes === undefined ? '' : `${formatBytes(facts.freeBytes)}${total} free`
  return [place, free].filter(Boolean).join(' · ')
}
