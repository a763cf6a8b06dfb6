import { basename, dirname } from 'node:path'
import { groupBy, present } from '../../core/iterables'
import type { DeviceSource, DriveNames, DriveRule, UnnamedDrive } from '../../core/contract/import-requests'
import type { FoundRun } from './foreign-campaigns'

/** Runs of one engine that are taken for one drive. */
export interface DriveOfRuns<Run extends FoundRun = FoundRun> {
  readonly engine: string
  /** Empty if neither the files nor the person name it. */
  readonly device: string
  readonly found: readonly Run[]
  /** By what the drives were told apart, if the files do not name them. */
  readonly by: DriveRule | undefined
}

/** A run with its engine. */
export type EngineRun<Run extends FoundRun> = Run & { readonly engine: string }

/**
 * Tells the drives of an import apart. Where a file does not name its drive, each folder is a drive; within it, each
 * file, as soon as two files hold the same parameters, because two drives must not become repetitions of one. A named
 * drive (`sda`, a model) is one of its folder only, if other folders hold the same parameters. `asked`: what
 * the person said; then the files of a folder belong together, or each is a drive.
 */
export function drivesOfRuns<Run extends FoundRun>(
  runs: readonly EngineRun<Run>[],
  asked: DeviceSource | undefined,
): readonly DriveOfRuns<EngineRun<Run>>[] {
  const engines = groupBy(runs, ({ engine }) => engine)
  return [...engines].flatMap(([engine, all]) => {
    const parts = [...groupBy(all, placeOf).values()]
    const joined = engine === 'fio' ? joinUnnamed(parts) : parts
    const split = joined.flatMap((found) => splitDrive(found, asked))
    return named(engine, split, asked)
  })
}

/** The drives that files do not name, or only together with what tells them apart; those of one name once. */
export function unnamedDrives(drives: readonly DriveOfRuns[]): readonly UnnamedDrive[] {
  const unnamed = groupBy(drives.filter(isUnnamed), keyOf)
  return [...unnamed].map(([key, of]) => {
    const found = of.flatMap((drive) => drive.found)
    const files = [...new Set(found.map(({ source }) => basename(source.path)))]
    return { key, name: of[0].device, files, runs: found.length }
  })
}

/** The drives with the names that the person gave; those of one engine with one name are one drive. */
export function nameDrives<Run extends FoundRun>(
  drives: readonly DriveOfRuns<Run>[],
  names: DriveNames,
): readonly DriveOfRuns<Run>[] {
  const said = drives.map((drive, at) => {
    const name = isUnnamed(drive) ? (names[keyOf(drive)] ?? '').trim() : ''
    const device = name === '' ? drive.device : name
    return {
      drive,
      device,
      isSaid: name !== '',
      group: device === '' ? `${at}` : `${drive.engine} ${device}`,
    }
  })
  return [...groupBy(said, ({ group }) => group).values()].map((of) => ({
    engine: of[0].drive.engine,
    device: of[0].device,
    found: of.flatMap(({ drive }) => drive.found),
    by: of.some(({ isSaid }) => isSaid) ? undefined : of[0].drive.by,
  }))
}

function isUnnamed({ device, by }: DriveOfRuns): boolean {
  return device === '' || by !== undefined
}

function keyOf({ device, found }: DriveOfRuns): string {
  return device === '' ? dirname(found[0]?.source.path ?? '') : device
}

interface Part<Run extends FoundRun> {
  readonly found: readonly Run[]
  readonly by: DeviceSource | undefined
}

function placeOf({ run }: FoundRun): string {
  return JSON.stringify([run.device ?? '', run.where ?? ''])
}

function splitDrive<Run extends FoundRun>(
  found: readonly Run[],
  asked: DeviceSource | undefined,
): readonly Part<Run>[] {
  const device = found[0]?.run.device ?? ''
  const folders = partsBy(found, folderOf)
  const isOneFolder = folders.length === 1 || (device !== '' && asked === undefined && !haveSame(folders))
  const perFolder = isOneFolder ? [found] : folders
  return perFolder.flatMap((part): readonly Part<Run>[] => {
    const files = partsBy(part, fileOf)
    const isPerFile = asked === 'file' || (asked === undefined && device === '' && haveSame(files))
    if (isPerFile && files.length > 1) return files.map((file) => ({ found: file, by: 'file' }))
    return [{ found: part, by: isOneFolder ? undefined : 'folder' }]
  })
}

function partsBy<Run>(found: readonly Run[], key: (run: Run) => string): readonly (readonly Run[])[] {
  return [...groupBy(found, key).values()]
}

/** Whether two of the parts hold a run with the same parameters. */
function haveSame(parts: readonly (readonly FoundRun[])[]): boolean {
  const seen = new Map<string, number>()
  return parts.some((part, at) =>
    part.some(({ run }) => {
      const key = JSON.stringify(Object.entries(run.levels).sort(([one], [other]) => (one < other ? -1 : 1)))
      const before = seen.get(key) ?? at
      seen.set(key, before)
      return before !== at
    }),
  )
}

/** `run-1` and `run-2` name repetitions, not drives. */
const repetitionName =
  /(?:^|[^a-z])(?:runs?|rep|repeat|repetition|iter|iteration|pass|round|loop|try|trial)[-_. ]?\d+(?=$|[^a-z\d])/i

function folderOf({ source }: FoundRun): string {
  const folder = dirname(source.path)
  return `${dirname(folder)}/${basename(folder).replace(repetitionName, '')}`
}

function fileOf({ source }: FoundRun): string {
  return `${dirname(source.path)}/${stemOf(source.path).replace(repetitionName, '')}`
}

function stemOf(path: string): string {
  const name = basename(path)
  return name.replace(/\.[a-z]{1,5}$/i, '') || name
}

/** Every drive gets a name of its own, so that no table puts two of them into one row. */
function named<Run extends FoundRun>(
  engine: string,
  parts: readonly Part<Run>[],
  asked: DeviceSource | undefined,
): readonly DriveOfRuns<Run>[] {
  const own = parts.map(({ found }) => found[0]?.run.device ?? '')
  const rules = parts.map((part, at): DriveRule | undefined => {
    const isShared = own.some((device, other) => other !== at && device === own[at])
    return part.by ?? asked ?? (isShared ? 'facts' : undefined)
  })
  const names = parts.map(({ found }, at) => {
    const device = own[at] ?? ''
    const rule = rules[at]
    if (rule === undefined) return device
    const others = parts.filter((_, other) => other !== at && rules[other] !== undefined)
    const label = labelOf(
      found,
      others.map((other) => other.found),
      rule,
    )
    return device === '' ? label : `${label}, ${device}`
  })
  const counts = new Map<string, number>()
  return parts.map(({ found }, at) => {
    const name = names[at] ?? ''
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return { engine, device: count > 1 ? `${name} (${count})` : name, found, by: rules[at] }
  })
}

function labelOf(
  found: readonly FoundRun[],
  others: readonly (readonly FoundRun[])[],
  rule: DriveRule,
): string {
  const [first] = found
  if (!first) return ''
  const names = (path: string) => ({ folder: basename(dirname(path)), file: stemOf(path) })
  const { folder, file } = names(first.source.path)
  const isUnique = (key: 'folder' | 'file', own: string) =>
    others.every((other) => other.every(({ source }) => names(source.path)[key] !== own))
  if (rule === 'folder')
    return isUnique('folder', folder) ? folder : `${basename(dirname(dirname(first.source.path)))}/${folder}`
  if (rule === 'file') return isUnique('file', file) ? file : `${folder}/${file}`
  if (isUnique('file', file) && found.every(({ source }) => source.path === first.source.path)) return file
  if (isUnique('folder', folder)) return folder
  return present(first.run.where, file)[0] ?? file
}

/**
 * fio does not always record the drive: if the other files of a folder all name the same drive, the rest belongs to it,
 * too, unless it says otherwise. A file of another program holds all tests of its drive.
 */
function joinUnnamed<Run extends FoundRun>(parts: readonly (readonly Run[])[]): readonly (readonly Run[])[] {
  const [first, second] = parts
  if (!first || !second || parts.length !== 2) return parts
  const isUnnamed = (part: readonly Run[]) => (part[0]?.run.device ?? '') === ''
  const [unnamed, other] = isUnnamed(first) ? [first, second] : [second, first]
  if (!isUnnamed(unnamed) || isUnnamed(other)) return parts
  const place = (part: readonly Run[]) => part[0]?.run.where ?? ''
  const isApart = place(unnamed) !== '' && place(unnamed) !== place(other)
  const folders = new Set([...unnamed, ...other].map(folderOf))
  if (isApart || folders.size > 1 || haveSame([unnamed, other])) return parts
  return [[...other, ...unnamed]]
}
