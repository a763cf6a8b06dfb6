import { beforeEach, expect, test, vi } from 'vitest'
import { nextTick, shallowRef } from 'vue'
import type { StoredDevice } from '../../../../src/core/contract/review'
import type { DeviceCard } from '../../../../src/core/devices/device-card'
import { createActionHistory } from '../../../../src/renderer/composables/room/action-history'
import DeviceCardList from '../../../../src/renderer/views/review/cards/DeviceCardList.vue'
import { mounted } from '../../mounted'
import { campaign, review } from '../campaign-fixture'

const summary = shallowRef(review())
const failures: string[] = []
let nextId = 1
/** What was deleted last. */
let binned: readonly StoredDevice[] = []
/** Like the store: refuses another base than its current version. */
function answer(name: string, given: Record<string, unknown>): unknown {
  if (name === 'device.links') return { devices: [], claimedTwice: [] }
  if (name === 'bin.restore') return put([...summary.value.devices, ...binned], null)
  const base = given.base as { id: number; name: string; card: DeviceCard } | null
  const stored = base && summary.value.devices.find(({ id }) => id === base.id)
  if (base && JSON.stringify([stored?.name, stored?.card]) !== JSON.stringify([base.name, base.card]))
    throw new Error('changed elsewhere')
  const others = summary.value.devices.filter(({ id }) => id !== base?.id)
  if (name === 'device.delete' && stored) {
    binned = [stored]
    return put(others, { item: { kind: 'device', key: stored.id, name: stored.name }, usedIn: [] })
  }
  const saved: StoredDevice = {
    id: base?.id ?? nextId++,
    name: String(given.name),
    card: given.card as DeviceCard,
    modifiedAtMs: 1,
  }
  return put([...others, saved], saved)
}
interface Photo {
  readonly name: string
  readonly bytes: Uint8Array
}
const photos = new Map<number, Photo>()
function setPhoto(deviceId: number, photo: Photo | null): null {
  if (photo) photos.set(deviceId, photo)
  else photos.delete(deviceId)
  const devices = summary.value.devices.map((device) => {
    if (device.id !== deviceId) return device
    const { photo: _before, ...rest } = device
    return photo
      ? { ...rest, photo: { name: photo.name, type: 'image/png', width: 1, height: 1 } as const }
      : rest
  })
  return put(devices, null)
}
function put<T>(devices: readonly StoredDevice[], told: T): T {
  summary.value = { ...summary.value, devices }
  return told
}

vi.mock('../../../../src/renderer/composables/review/use-review', () => ({ useReview: () => ({ summary }) }))
vi.mock('../../../../src/renderer/composables/use-notices', async () =>
  (await import('../../mounted')).noticesWith(() => ({
    failure: (error: Error) => failures.push(error.message),
  })),
)
vi.mock('../../../../src/renderer/composables/use-bench', () => ({
  useBench: () => ({
    request: async (name: string, given: Record<string, unknown>) => {
      await Promise.resolve()
      if (name === 'device.photo') return photos.get(Number(given.deviceId)) ?? null
      if (name === 'device.set-photo') return setPhoto(Number(given.deviceId), given.photo as Photo | null)
      return answer(name, given)
    },
  }),
}))
// The test's document opens no dialogs.
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}

beforeEach(() => {
  summary.value = review({ campaigns: [campaign({ device: 'Drive A (nvme0n1)' })] })
  failures.length = 0
  photos.clear()
})

function type(field: HTMLElement, text: string): void {
  if (!(field instanceof HTMLInputElement)) throw new Error('no field')
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
const cards = () => summary.value.devices.map(({ name, card }) => ({ name, card }))

test('a card is added for the measured drive, filled in, and undone step by step', async () => {
  const history = createActionHistory()
  const part = mounted(DeviceCardList, { history })
  expect(part.text()).toContain('A device card holds')
  part.find('[data-testid=device-card-add]').click()
  await vi.waitFor(() => part.find('[data-testid=device-form]'))
  expect(cards()).toEqual([{ name: 'Drive A (nvme0n1)', card: {} }])

  // One after the other, before the first is saved.
  type(part.find('[data-testid=device-sold]'), '2 TB')
  type(part.find('[data-testid=device-vendor]'), 'Samsung')
  await vi.waitFor(() => expect(cards()[0]?.card).toEqual({ vendor: 'Samsung', soldBytes: 2e12 }))
  type(part.find('[data-testid=promise-new]'), 'iops 600k pattern=random-read')
  await vi.waitFor(() => expect(cards()[0]?.card.promises?.[0]?.value).toBe(600_000))
  await vi.waitFor(() => expect(part.text()).toContain('600,000 IOPS'))

  part.find('[data-testid=device-delete]').click()
  await vi.waitFor(() => expect(cards()).toEqual([]))
  await vi.waitFor(() => expect(history.nextUndo.value?.label).toBe('delete device card “Drive A (nvme0n1)”'))
  await history.undo()
  expect(cards()[0]?.card).toMatchObject({ vendor: 'Samsung', soldBytes: 2e12 })
  await history.undo()
  expect(cards()[0]?.card).toEqual({ vendor: 'Samsung', soldBytes: 2e12 })
  await history.undo()
  await history.undo()
  expect(cards()[0]?.card).toEqual({})
  await history.undo()
  expect(cards()).toEqual([])
  for (let step = 0; step < 4; step += 1) await history.redo()
  expect(cards()[0]?.card).toMatchObject({ vendor: 'Samsung', soldBytes: 2e12 })
  expect(failures).toEqual([])
  part.unmount()
})

test('unreadable text stays in its field with the reason, and nothing is stored', async () => {
  const part = mounted(DeviceCardList, { history: createActionHistory() })
  part.find('[data-testid=device-card-add]').click()
  await vi.waitFor(() => part.find('[data-testid=device-form]'))
  type(part.find('[data-testid=device-price]'), '13,600 $')
  await nextTick()
  expect(part.find('[role=alert]').textContent).toContain('is not a price')
  expect(part.find('[data-testid=device-price]').getAttribute('aria-invalid')).toBe('true')
  expect(cards()[0]?.card).toEqual({})
  type(part.find('[data-testid=device-price]'), '13,600 USD')
  await vi.waitFor(() => expect(cards()[0]?.card.price).toEqual({ amount: 13_600, currency: 'USD' }))
  type(part.find('[data-testid=device-sold]'), '400 GB')
  await vi.waitFor(() => expect(cards()[0]?.card.soldBytes).toBe(400e9))
  type(part.find('[data-testid=device-usable]'), '500 GB')
  await nextTick()
  expect(part.text()).toContain('larger than the capacity as sold')
  expect(failures).toEqual([])
  part.unmount()
})

test('a card that another program changed is not overwritten by undo', async () => {
  const history = createActionHistory()
  const part = mounted(DeviceCardList, { history })
  part.find('[data-testid=device-card-add]').click()
  await vi.waitFor(() => part.find('[data-testid=device-form]'))
  type(part.find('[data-testid=device-vendor]'), 'Mine')
  await vi.waitFor(() => expect(cards()[0]?.card.vendor).toBe('Mine'))
  put(
    summary.value.devices.map((one) => ({ ...one, card: { vendor: 'Theirs' } })),
    null,
  )
  await history.undo()
  expect(failures).toEqual(['changed elsewhere'])
  expect(cards()[0]?.card.vendor).toBe('Theirs')
  part.unmount()
})

test('a photo is replaced and removed, and every step of it is undone and redone', async () => {
  const history = createActionHistory()
  const part = mounted(DeviceCardList, { history })
  part.find('[data-testid=device-card-add]').click()
  await vi.waitFor(() => part.find('[data-testid=device-form]'))
  const shown = () => [...photos.values()].map(({ name, bytes }) => [name, bytes[0]])
  const choose = async (name: string, byte: number) => {
    const field = part.findInput('[data-testid=device-photo-file]')
    const file = new File([Uint8Array.of(byte)], name)
    Object.defineProperty(field, 'files', { value: [file], configurable: true })
    field.dispatchEvent(new Event('change', { bubbles: true }))
    await vi.waitFor(() => expect(shown()).toEqual([[name, byte]]))
  }
  await choose('front.png', 1)
  await choose('back.png', 2)
  await vi.waitFor(() => part.find('[data-testid=device-no-photo]').click())
  await vi.waitFor(() => expect(shown()).toEqual([]))
  await history.undo()
  expect(shown()).toEqual([['back.png', 2]])
  await history.undo()
  expect(shown()).toEqual([['front.png', 1]])
  await history.undo()
  expect(shown()).toEqual([])
  for (let step = 0; step < 2; step += 1) await history.redo()
  expect(shown()).toEqual([['back.png', 2]])
  expect(failures).toEqual([])
  part.unmount()
})
