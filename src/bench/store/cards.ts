import type { KnownDevice, KnownScorecard, StoredDevice, StoredScorecard } from '../../core/contract/review'
import { deviceCardSchema, type DeviceCard } from '../../core/devices/device-card'
import type { PictureType } from '../../core/figures/article-look'
import { scorecardSchema, type Scorecard } from '../../core/scorecard/scorecard'
import type { Connection } from './connection'
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

/** Device cards and scorecards of a results file. */
export interface CardReader {
  /** By name, without those that this program cannot read, which `check` reports. */
  devices(): readonly StoredDevice[]
  devicePhoto(deviceId: number): { readonly type: PictureType; readonly bytes: Uint8Array } | undefined
  scorecards(): readonly StoredScorecard[]
}

/**
 * The same for writing; every method is one transaction. With `base`, the card as it was read, methods throw
 * `changed-elsewhere` if the file now has another version.
 */
export interface CardWriter extends CardReader {
  saveDevice(
    device: { id?: number | undefined; name: string; card: DeviceCard },
    options?: { readonly base?: KnownDevice | undefined; readonly atMs?: number },
  ): StoredDevice
  deleteDevice(deviceId: number, base?: KnownDevice): void
  setDevicePhoto(deviceId: number, photo: RowPicture | undefined): StoredDevice
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
    devicePhoto: (id) => connection.read(() => readRowPicture(connection, deviceTable, id)),
    scorecards: () => connection.read(() => listNamed(connection, scorecardTable).map(cardOf)),
    saveDevice: ({ id, name, card }, { base, atMs } = {}) =>
      connection.write(() => {
        const saved = saveNamed(
          connection,
          deviceTable,
          { id, name, content: card },
          { base: base && rowOf(base), atMs },
        )
        return readDevice(connection, saved.id)
      }),
    deleteDevice: (id, base) =>
      connection.write(() => deleteNamed(connection, deviceTable, id, base && rowOf(base))),
    setDevicePhoto: (id, photo) =>
      connection.write(() => {
        setRowPicture(connection, deviceTable, id, photo)
        return readDevice(connection, id)
      }),
    saveScorecard: ({ id, name, card }, { base, atMs } = {}) =>
      connection.write(() =>
        cardOf(
          saveNamed(
            connection,
            scorecardTable,
            { id, name, content: card },
            { base: base && rowOf(base), atMs },
          ),
        ),
      ),
    deleteScorecard: (id, base) =>
      connection.write(() => deleteNamed(connection, scorecardTable, id, base && rowOf(base))),
  }
}

/** All cards of the file by name. */
export function listCards(connection: Connection) {
  return { devices: listDevices(connection), scorecards: listNamed(connection, scorecardTable).map(cardOf) }
}

function cardOf<T>({ id, name, content, modifiedAtMs }: NamedRow<T>) {
  return { id, name, card: content, modifiedAtMs }
}

function rowOf<T>({ id, name, card }: { readonly id: number; readonly name: string; readonly card: T }) {
  return { id, name, content: card }
}

function listDevices(connection: Connection): readonly StoredDevice[] {
  const photos = listPictureFacts(connection, deviceTable)
  return listNamed(connection, deviceTable).map((row) => {
    const photo = photos.get(row.id)
    return { ...cardOf(row), ...(photo && { photo }) }
  })
}

function readDevice(connection: Connection, deviceId: number): StoredDevice {
  const found = listDevices(connection).find(({ id }) => id === deviceId)
  if (found) return found
  throw goneRow(connection, deviceTable.what, deviceId)
}
