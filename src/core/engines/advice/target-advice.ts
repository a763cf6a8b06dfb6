import { targetError, type Advice, type TargetFacts } from '../../plan/advice'
import type { Plan } from '../../plan/plan'
import type { Engine } from '../engine'
import { groupCases } from '../case-groups'
import { present } from '../../iterables'

/** Whether the target may and can be written. Only files that the app creates itself are. */
export function targetAdvice(plan: Plan, engine: Engine, facts: TargetFacts | undefined): readonly Advice[] {
  if (plan.target.kind !== 'device' && !needsFile(plan, engine)) return []
  if (plan.target.kind === 'none')
    return [targetError('target-needed', 'No target is chosen.', 'Choose a folder for the data file.')]
  if (plan.target.path.trim() === '')
    return [
      targetError(
        'target-needed',
        'No target is chosen.',
        plan.target.kind === 'device' ? 'Choose the device.' : 'Choose a folder for the data file.',
      ),
    ]
  // The guard reports more about devices than facts about a path do.
  if (!facts || plan.target.kind === 'device') return []
  if (isKernelFolder(facts))
    return [
      targetError(
        'kernel-folder',
        `${facts.path} is one of the kernel's virtual files.`,
        'Nothing there is stored on a drive. Choose a folder on a mounted file system.',
      ),
    ]
  return present(byKind(plan.target, facts), inMemory(facts), placeOfFile(plan.target, facts))
}

/** Linux's own mounts; proc(5), sysfs(5). */
const kernelFileSystems = new Set(
  'devtmpfs proc sysfs cgroup cgroup2 devpts debugfs tracefs securityfs configfs efivarfs bpf pstore mqueue'.split(
    ' ',
  ),
)

/** In a container /dev is a tmpfs, so the path counts as well; /dev/shm is memory for anybody's files. */
function isKernelFolder({ kind, path, fileSystem = '' }: TargetFacts): boolean {
  if (!['folder', 'file', 'missing'].includes(kind)) return false
  if (/^\/dev\/shm(\/|$)/.test(path)) return false
  return kernelFileSystems.has(fileSystem) || /^\/(dev|proc|sys)(\/|$)/.test(path)
}

/** Measuring memory destroys nothing and is a way to try a plan, so it is not rejected; but it must not pass for a drive. */
function inMemory({ path, fileSystem = '' }: TargetFacts): Advice | undefined {
  if (!['tmpfs', 'ramfs'].includes(fileSystem)) return undefined
  return {
    id: 'target-in-memory',
    severity: 'warning',
    reservation: 'qualifies',
    text: `${path} lies in memory (${fileSystem}), not on a drive.`,
    reason: 'What is measured there is the speed of memory and processor. Choose a folder on the drive.',
    about: 'target',
  }
}

/** A file that is to be created does not show on which drive it will lie: a drive may not be mounted. */
function placeOfFile({ kind }: FileTarget, facts: TargetFacts): Advice | undefined {
  if (kind !== 'file' || facts.kind !== 'missing' || !facts.parentExists) return undefined
  const drive = [facts.device, facts.model].filter(Boolean).join(', ')
  const place = facts.mountPoint === undefined ? undefined : `the file system at ${facts.mountPoint}`
  if (drive === '' && place === undefined) return undefined
  const where = drive === '' ? place : [drive, place].filter(Boolean).join(', ')
  return {
    id: 'place-of-file',
    severity: 'note',
    text: `The data file ${facts.path} will lie on ${where ?? ''}.`,
    about: 'target',
  }
}

type FileTarget = Extract<Plan['target'], { kind: 'folder' | 'file' }>

function byKind(target: FileTarget, facts: TargetFacts): Advice | undefined {
  switch (facts.kind) {
    case 'block-device':
      return {
        ...targetError(
          'block-device',
          `${facts.path} is a block device, and the plan names it as a ${target.kind}.`,
          'Writing to a raw device destroys what is on it, so it has to be chosen as one.',
        ),
        remedy: { label: 'Use it as a device', change: { target: { kind: 'device', path: facts.path } } },
      }
    case 'character-device':
    case 'other':
      return targetError(
        'target-not-a-file',
        `${facts.path} is neither a folder nor a file.`,
        'Choose a folder.',
      )
    case 'missing':
      return missing(target, facts)
    case 'folder':
      if (target.kind === 'file')
        return targetError(
          'target-is-folder',
          `${facts.path} is a folder.`,
          'Name a file in it, or make the folder the target.',
        )
      return facts.writable ? undefined : notWritable(facts, 'write to')
    case 'file':
      return existingFile(target, facts)
  }
}

/** A file system that is mounted read-only refuses everybody, so that no rights would help. */
function notWritable({ path, mountOptions, mountPoint }: TargetFacts, verb: 'create' | 'write to'): Advice {
  if (mountOptions?.split(',').includes('ro') !== true)
    return targetError('target-not-writable', `You may not ${verb} ${path}.`, 'Choose a folder you own.')
  const place = mountPoint === undefined ? '' : `, mounted at ${mountPoint},`
  return targetError(
    'target-not-writable',
    `The file system of ${path}${place} is read-only.`,
    'Choose another target, or mount it writable. After an error the kernel makes a file system read-only: look at its log first.',
  )
}

function missing(target: FileTarget, facts: TargetFacts): Advice | undefined {
  if (target.kind === 'folder')
    return targetError(
      'target-missing',
      `The folder ${facts.path} does not exist.`,
      'Create it, or choose another one. A drive may not be mounted.',
    )
  if (!facts.parentExists)
    return targetError(
      'target-missing',
      `The folder for ${facts.path} does not exist.`,
      'Create it, or choose another one. A drive may not be mounted.',
    )
  return facts.writable ? undefined : notWritable(facts, 'create')
}

function existingFile(target: FileTarget, facts: TargetFacts): Advice | undefined {
  if (target.kind === 'folder')
    return targetError('target-is-file', `${facts.path} is a file, not a folder.`, 'Choose a folder.')
  if (!facts.createdByApp) {
    return targetError(
      'file-not-ours',
      `${facts.path} exists, and this app did not create it.`,
      'It would be overwritten. Choose a new name or a folder.',
    )
  }
  return facts.writable ? undefined : notWritable(facts, 'write to')
}

/** Whether any case of the plan uses a data file, or its own folder, in the target. */
export function needsFile(plan: Plan, engine: Engine): boolean {
  return groupCases(plan, engine.costKeys).some((group) => engine.dataOf(group.workload).kind !== 'none')
}
