import type { KnownDevice, KnownScorecard, StoredDevice, StoredScorecard } from '../../core/contract/review'
import { deviceCardSchema, type DeviceCard } from '../../core/devices/device-card'
import type { PictureFacts, PictureType } from '../../core/figures/article-look'
import { scorecardSchema, type Scorecard } from '../../core/scorecard/scorecard'
import { blobOf, integerOf, optionalOf, textOf, wordOf, type Row } from './columns'
import type { Connection } from './connection'
import { blob, integer, text, time } from './encode'
import {
  deleteNamed,
  goneRow,
  listNamed,
  readNamed,
  saveNamed,
  type NamedRow,
  type NamedTable,
} from './named-rows'
import { checkedPicture, pictureTypes, type PresetPicture } from './presets'
import { seal } from './seal'

const deviceCards: NamedTable<DeviceCard> = {
  table: 'device_card',
  what: 'device card',
  schema: deviceCardSchema,
}
const scorecards: NamedTable<Scorecard> = { table: 'scorecard', what: 'scorecard', schema: scorecardSchema }

/** Device cards and scorecards of a results file. */
export interface CardReader {
  /** By name, without what this program cannot read, which `check` names. */
  devices(): readonly StoredDevice[]
  devicePhoto(deviceId: number): { readonly type: PictureType; readonly bytes: Uint8Array } | undefined
  scorecards(): readonly StoredScorecard[]
}

/** The same, to be changed; every method is one transaction. Here and below, with `base`, the card as it was read: throws `changed-elsewhere` where the file holds another one by now. */
export interface CardWriter extends CardReader {
  saveDevice(
    device: { id?: number | undefined; name: string; card: DeviceCard },
    options?: { readonly base?: KnownDevice | undefined; readonly atMs?: number },
  ): StoredDevice
  deleteDevice(deviceId: number, base?: KnownDevice): void
  setDevicePhoto(deviceId: number, photo: PresetPicture | undefined): StoredDevice
  saveScorecard(
    scorecard: { id?: number | undefined; name: string; card: Scorecard },
    options?: { readonly base?: KnownScorecard | undefined; readonly atMs?: number },
  ): StoredScorecard
  deleteScorecard(scorecardId: number, base?: KnownScorecard): void
}

/** Reads and writes that part of an open file. */
export function cardStore(connection: Connection): CardWriter {
  return {
    devices: () => connection.read(() => listDevices(connection)),
    devicePhoto: (id) => connection.read(() => readPhoto(connection, id)),
    scorecards: () => connection.read(() => listNamed(connection, scorecards).map(cardOf)),
    saveDevice: ({ id, name, card }, { base, atMs } = {}) =>
      connection.write(() => {
        const saved = saveNamed(
          connection,
          deviceCards,
          { id, name, content: card },
          { base: base && rowOf(base), atMs },
        )
        return readDevice(connection, saved.id)
      }),
    deleteDevice: (id, base) =>
      connection.write(() => deleteNamed(connection, deviceCards, id, base && rowOf(base))),
    setDevicePhoto: (id, photo) => connection.write(() => setPhoto(connection, id, photo)),
    saveScorecard: ({ id, name, card }, { base, atMs } = {}) =>
      connection.write(() =>
        cardOf(
          saveNamed(connection, scorecards, { id, name, content: card }, { base: base && rowOf(base), atMs }),
        ),
      ),
    deleteScorecard: (id, base) =>
      connection.write(() => deleteNamed(connection, scorecards, id, base && rowOf(base))),
  }
}

/** All cards of the file by name. */
export function listCards(connection: Connection) {
  return { devices: listDevices(connection), scorecards: listNamed(connection, scorecards).map(cardOf) }
}

function cardOf<T>({ id, name, content, modifiedAtMs }: NamedRow<T>) {
  return { id, name, card: content, modifiedAtMs }
}

function rowOf<T>({ id, name, card }: { readonly id: number; readonly name: string; readonly card: T }) {
  return { id, name, content: card }
}

const photoColumns = 'picture_name, picture_type, picture_width, picture_height'

function listDevices(connection: Connection): readonly StoredDevice[] {
  const photos = new Map(
    connection
      .all(`SELECT id, ${photoColumns} FROM device_card WHERE picture_type IS NOT NULL`)
      .map((row) => [integerOf(row, 'id'), readPhotoFacts(row)]),
  )
  return listNamed(connection, deviceCards).map((row) => {
    const photo = photos.get(row.id)
    return { ...cardOf(row), ...(photo && { photo }) }
  })
}

function readDevice(connection: Connection, deviceId: number): StoredDevice {
  const found = listDevices(connection).find(({ id }) => id === deviceId)
  if (found) return found
  throw goneRow(connection, deviceCards.what, deviceId)
}

function readPhotoFacts(row: Row): PictureFacts | undefined {
  const type = optionalOf(row, 'picture_type', (one, column) => wordOf(one, column, pictureTypes))
  return (
    type && {
      name: textOf(row, 'picture_name'),
      type,
      width: integerOf(row, 'picture_width'),
      height: integerOf(row, 'picture_height'),
    }
  )
}

function readPhoto(connection: Connection, deviceId: number): ReturnType<CardReader['devicePhoto']> {
  const row = connection.first(
    'SELECT picture FROM device_card WHERE id = ? AND picture IS NOT NULL',
    integer(deviceId, 'An id'),
  )
  if (!row) return undefined
  const bytes = blobOf(row, 'picture')
  return { type: checkedPhoto(bytes, deviceId).type, bytes }
}

function checkedPhoto(bytes: Uint8Array, deviceId: number) {
  return checkedPicture(bytes, `The photo of device card ${deviceId}`, 'Choose another photo.')
}

function setPhoto(connection: Connection, deviceId: number, photo: PresetPicture | undefined): StoredDevice {
  const id = integer(deviceId, 'An id')
  const changed = connection.change(
    'UPDATE device_card SET picture_name = ?, picture_type = ?, picture_width = ?, picture_height = ?, picture = ?, modified_ms = ? WHERE id = ?',
    photo ? text(photo.name, 'The name of the photo') : null,
    photo ? text(photo.type, 'The type of the photo') : null,
    photo ? integer(photo.width, 'The width of the photo') : null,
    photo ? integer(photo.height, 'The height of the photo') : null,
    photo ? blob(photo.bytes) : null,
    time(Date.now(), 'The time'),
    id,
  )
  if (changed === 0) throw goneRow(connection, deviceCards.what, deviceId)
  seal(connection, 'device_card', id)
  return readDevice(connection, deviceId)
}

/** For the check of a file: throws a BadColumnError for a device card that cannot be read. */
export function checkDeviceRow(row: Row): void {
  readNamed(deviceCards, row)
  readPhotoFacts(row)
  if (row.picture !== null) checkedPhoto(blobOf(row, 'picture'), integerOf(row, 'id'))
}

/** For the check of a file: throws a BadColumnError for a scorecard that cannot be read. */
export function checkScorecardRow(row: Row): void {
  readNamed(scorecards, row)
}
