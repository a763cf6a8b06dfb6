import type {
  KnownDevice,
  KnownScorecard,
  StoredDevice,
  StoredScorecard,
} from '../../../core/contract/review'
import { deviceCardSchema, type DeviceCard } from '../../../core/devices/device-card'
import { scorecardSchema, type Scorecard } from '../../../core/scorecard/scorecard'
import type { Reads } from '../file/reads'
import type { Connection } from '../file/connection'
import {
  deleteNamed,
  goneRow,
  listNamed,
  listPictureFacts,
  readRowPicture,
  saveNamed,
  setRowPicture,
  type NamedRow,
  type NamedTable,
  type PicturedTable,
  type RowPicture,
} from './named-rows'

export const deviceTable: PicturedTable<DeviceCard> = {
  table: 'device_card',
  what: 'device card',
  column: 'content',
  schema: deviceCardSchema,
  picture: 'photo',
  pictureRemedy: 'Choose another photo.',
}
export const scorecardTable: NamedTable<Scorecard> = {
  table: 'scorecard',
  what: 'scorecard',
  column: 'content',
  schema: scorecardSchema,
}

export function readDevicePhoto(connection: Reads, deviceId: number) {
  return readRowPicture(connection, deviceTable, deviceId)
}

interface NewCard<T> {
  readonly id?: number | undefined
  readonly name: string
  readonly card: T
}

/** How a card is saved: with `base`, the card as it was read, or at a certain time. */
interface SaveOptions<T> {
  readonly base?: T | undefined
  readonly atMs?: number
}

/** With `base`: throws `changed-elsewhere` if the file now has another version, as all of these do. */
export function saveDevice(
  connection: Connection,
  { id, name, card }: NewCard<DeviceCard>,
  { base, atMs }: SaveOptions<KnownDevice> = {},
): StoredDevice {
  const saved = saveNamed(
    connection,
    deviceTable,
    { id, name, content: card },
    { base: base && rowOf(base), atMs },
  )
  return readDevice(connection, saved.id)
}

export function deleteDevice(connection: Connection, deviceId: number, base?: KnownDevice): void {
  deleteNamed(connection, deviceTable, deviceId, base && rowOf(base))
}

/** Sets or removes the photo. */
export function setDevicePhoto(
  connection: Connection,
  deviceId: number,
  photo: RowPicture | undefined,
): StoredDevice {
  setRowPicture(connection, deviceTable, deviceId, photo)
  return readDevice(connection, deviceId)
}

/** By name, without those that this program cannot read, which `check` reports. */
export function listScorecards(connection: Reads): readonly StoredScorecard[] {
  return listNamed(connection, scorecardTable).map(cardOf)
}

export function saveScorecard(
  connection: Connection,
  { id, name, card }: NewCard<Scorecard>,
  { base, atMs }: SaveOptions<KnownScorecard> = {},
): StoredScorecard {
  const row = { id, name, content: card }
  return cardOf(saveNamed(connection, scorecardTable, row, { base: base && rowOf(base), atMs }))
}

export function deleteScorecard(connection: Connection, scorecardId: number, base?: KnownScorecard): void {
  deleteNamed(connection, scorecardTable, scorecardId, base && rowOf(base))
}

function cardOf<T>({ id, name, content, modifiedAtMs }: NamedRow<T>) {
  return { id, name, card: content, modifiedAtMs }
}

function rowOf<T>({ id, name, card }: { readonly id: number; readonly name: string; readonly card: T }) {
  return { id, name, content: card }
}

/** By name, without those that this program cannot read, which `check` reports. */
export function listDevices(connection: Reads): readonly StoredDevice[] {
  const photos = listPictureFacts(connection, deviceTable)
  return listNamed(connection, deviceTable).map((row) => {
    const photo = photos.get(row.id)
    return { ...cardOf(row), ...(photo && { photo }) }
  })
}

function readDevice(connection: Reads, deviceId: number): StoredDevice {
  const found = listDevices(connection).find(({ id }) => id === deviceId)
  if (found) return found
  throw goneRow(connection, deviceTable.what, deviceId)
}
