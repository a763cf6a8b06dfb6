import type { TakenRest } from '../../../core/contract/shelf-requests'
import { builtInPresets } from '../../../core/figures/figure/article-look'
import { freeName } from '../../../core/text/names'
import {
  listDevices,
  listScorecards,
  readDevicePhoto,
  saveDevice,
  saveScorecard,
  setDevicePhoto,
} from '../tables/cards'
import { integerOf, textOf } from '../file/columns'
import type { Connection } from '../file/connection'
import { findDocument, listDocuments, saveDocument } from '../tables/documents'
import { integer, text } from '../file/encode'
import { listFigures, saveFigure } from '../tables/figures'
import { limits } from '../file/format'
import { machineCampaignsOf } from '../tables/campaigns/machine-campaigns'
import { movedBlock, movedScorecard, movedSettings, type MovedIds } from './moved-references'
import { isNamed } from '../tables/named-rows'
import { addPicture, listPictures, readPictureBytes } from '../tables/pictures'
import { addPlan, readPlan } from '../tables/plans'
import { listPresets, readPresetPicture, savePreset, setPresetPicture } from '../tables/presets'
import { describeReview, readDetails } from '../tables/review-details'

type Counts = Record<Exclude<keyof TakenRest, 'notes' | 'kept'>, number>

/**
 * Copies what this file lacks besides campaigns: plans, device cards, scorecards, article presets, pictures,
 * saved figures, documents and notes. `leaders`: ids of campaigns in this file by their ids in the other.
 * References by id are converted to this file; figures of a campaign that was not taken are not copied. A
 * different item of the same name gets a new name, except a device card: it is completed from the other one,
 * and this file's entries are kept.
 */
export function takeRest(
  from: Connection,
  into: Connection,
  leaders: ReadonlyMap<number, number>,
): TakenRest {
  const ids = movedIds(from, into, leaders)
  const kept: string[] = []
  const counts: Counts = {
    plans: takePlans(from, into),
    devices: takeDevices(from, into, kept),
    scorecards: takeScorecards(from, into, ids),
    presets: takePresets(from, into),
    pictures: takePictures(from, into, ids),
    figures: takeFigures(from, into, ids),
    documents: takeDocuments(from, into, ids),
  }
  return { ...counts, notes: takeNotes(from, into, kept), kept }
}

/** Maps that are filled as items are copied. */
type GrowingIds = {
  readonly [K in keyof MovedIds]: MovedIds[K] extends ReadonlyMap<infer Key, infer Value>
    ? Map<Key, Value>
    : never
}

function movedIds(from: Connection, into: Connection, leaders: ReadonlyMap<number, number>): GrowingIds {
  const ids: GrowingIds = {
    ...{ campaigns: new Map(), runs: new Map(), figures: new Map(), pictures: new Map() },
    ...{ scorecards: new Map(), scorecardNames: new Map() },
  }
  for (const [there, here] of leaders)
    pair(
      [there, ...machineCampaignsOf(from, there)],
      [here, ...machineCampaignsOf(into, here)],
      ids.campaigns,
    )
  for (const [there, here] of ids.campaigns) pair(runIds(from, there), runIds(into, here), ids.runs)
  return ids
}

function pair(there: readonly number[], here: readonly number[], pairs: Map<number, number>): void {
  there.forEach((id, at) => {
    const other = here[at]
    if (other !== undefined) pairs.set(id, other)
  })
}

function runIds(connection: Connection, campaignId: number): readonly number[] {
  const id = integer(campaignId, 'A campaign id')
  return connection
    .all('SELECT id FROM run WHERE campaign_id = ? ORDER BY position', id)
    .map((row) => integerOf(row, 'id'))
}

function takePlans(from: Connection, into: Connection): number {
  const ids = from.all('SELECT id FROM plan ORDER BY rowid').map((row) => textOf(row, 'id'))
  const missing = ids.filter((id) => !into.first('SELECT 1 FROM plan WHERE id = ?', text(id, 'A plan id')))
  const plans = missing.flatMap((id) => readPlan(from, id) ?? [])
  for (const plan of plans) addPlan(into, plan)
  return plans.length
}

function takeDevices(from: Connection, into: Connection, kept: string[]): number {
  let count = 0
  for (const { id, name, card, photo } of listDevices(from)) {
    const known = listDevices(into).find((one) => one.name === name)
    const completed = { ...card, ...known?.card }
    const bringsPhoto = photo !== undefined && known?.photo === undefined
    const others = Object.entries(card).filter(
      ([key, value]) => !same(value, Object.entries(completed).find(([own]) => own === key)?.[1]),
    )
    if (others.length > 0)
      kept.push(`The device card “${name}” says otherwise there (${others.map(([key]) => key).join(', ')}).`)
    if (known !== undefined && same(completed, known.card) && !bringsPhoto) continue
    const saved = saveDevice(into, { id: known?.id, name, card: completed })
    const content = bringsPhoto ? readDevicePhoto(from, id) : undefined
    if (photo && content) setDevicePhoto(into, saved.id, { ...photo, ...content })
    count += 1
  }
  return count
}

function takeScorecards(from: Connection, into: Connection, ids: GrowingIds): number {
  let count = 0
  for (const { id, name, card } of listScorecards(from)) {
    const moved = movedScorecard(card, ids)
    const here = listScorecards(into)
    const known = here.find((one) => isNamed(one.name, name) && same(one.card, moved))
    const saved = known ?? saveScorecard(into, { name: freeName(name, here), card: moved })
    ids.scorecards.set(id, saved.id)
    ids.scorecardNames.set(name, saved.name)
    if (known === undefined) count += 1
  }
  return count
}

function takePresets(from: Connection, into: Connection): number {
  const isOwn = ({ id }: { readonly id: number }) => builtInPresets.every((one) => one.id !== id)
  let count = 0
  for (const { id, name, look, picture } of listPresets(from).filter(isOwn)) {
    const here = listPresets(into)
    if (here.some((one) => isNamed(one.name, name) && same([one.look, one.picture], [look, picture])))
      continue
    const saved = savePreset(into, { name: freeName(name, here), look })
    const content = picture && readPresetPicture(from, id)
    if (picture && content) setPresetPicture(into, saved.id, { ...picture, ...content })
    count += 1
  }
  return count
}

function takePictures(from: Connection, into: Connection, ids: GrowingIds): number {
  let count = 0
  for (const { id, bytes: length, ...facts } of listPictures(from)) {
    const content = readPictureBytes(from, id)?.bytes
    if (content === undefined) continue
    const known = listPictures(into).find(
      (one) => one.bytes === length && isSameBytes(readPictureBytes(into, one.id)?.bytes, content),
    )
    const saved = known ?? addPicture(into, { ...facts, content })
    ids.pictures.set(id, saved.id)
    if (known === undefined) count += 1
  }
  return count
}

function takeFigures(from: Connection, into: Connection, ids: GrowingIds): number {
  let count = 0
  for (const { id, name, settings } of listFigures(from)) {
    const moved = movedSettings(settings, ids)
    if (moved === undefined) continue
    const known = listFigures(into).find((one) => isNamed(one.name, name) && same(one.settings, moved))
    ids.figures.set(id, (known ?? saveFigure(into, { name, settings: moved })).id)
    if (known === undefined) count += 1
  }
  return count
}

function takeDocuments(from: Connection, into: Connection, ids: GrowingIds): number {
  let count = 0
  for (const { id } of listDocuments(from)) {
    const document = findDocument(from, id)
    if (document === undefined) continue
    const { name, title, author, template } = document
    const content = {
      title,
      author,
      template,
      blocks: document.blocks.map((block) => movedBlock(block, ids)),
    }
    const here = listDocuments(into)
    const isKnown = here.some((one) => {
      const own = isNamed(one.name, name) ? findDocument(into, one.id) : undefined
      if (own === undefined) return false
      return same(
        { title: own.title, author: own.author, template: own.template, blocks: own.blocks },
        content,
      )
    })
    if (isKnown) continue
    saveDocument(into, { name: freeName(name, here), ...content }, undefined)
    count += 1
  }
  return count
}

/** Appends the other file's notes under its title; true if there was something to append. */
function takeNotes(from: Connection, into: Connection, kept: string[]): boolean {
  const [theirs, mine] = [readDetails(from), readDetails(into)]
  const added = theirs.notes.trim()
  if (added === '' || mine.notes.includes(added)) return false
  const notes = mine.notes.trim() === '' ? added : `${mine.notes.trimEnd()}\n\n${theirs.title}:\n${added}`
  if (notes.length > limits.notes) {
    kept.push(`The notes of “${theirs.title}” are too long to be added to those of this review.`)
    return false
  }
  describeReview(into, mine.title, notes)
  return true
}

function isSameBytes(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one !== undefined && Buffer.compare(one, other) === 0
}

/** Compares JSON with sorted keys: stored content may have them in another order. */
function same(one: unknown, other: unknown): boolean {
  return inOrder(one) === inOrder(other)
}

function inOrder(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
