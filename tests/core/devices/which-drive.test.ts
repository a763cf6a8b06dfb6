import { describe, expect, it } from 'vitest'
import { cardOfDrive, namedDrive, proposedName } from '../../../src/core/devices/which-drive'

const nvme = { device: 'nvme0n1', model: 'Samsung 990 PRO', identity: 'S1', machine: 'lab' }

describe('the drive under a target', () => {
  it('is proposed to be called as its model, never as the kernel calls it', () => {
    expect(proposedName(nvme)).toBe('Samsung 990 PRO')
    expect(proposedName({ device: 'vda', machine: 'lab' })).toBe('')
    expect(proposedName({})).toBe('')
  })

  it('is known by its serial number once it has a name, wherever it is put', () => {
    const made = namedDrive([], nvme, ' Blue ')
    expect(made).toEqual({
      ...{ base: undefined, name: 'Blue' },
      card: { model: 'Samsung 990 PRO', standsFor: ['S1'] },
    })
    const cards = [{ name: 'Blue', card: made?.card ?? {} }]
    expect(cardOfDrive(cards, { ...nvme, device: 'nvme3n1', machine: 'attic' })).toBe(cards[0])
  })

  it('is not taken for another one that only the kernel names, on another machine', () => {
    const made = namedDrive([], { device: 'vda', machine: 'lab' }, 'Cloud disk')
    const cards = [{ name: 'Cloud disk', card: made?.card ?? {} }]
    expect(cardOfDrive(cards, { device: 'vda', machine: 'lab' })).toBe(cards[0])
    expect(cardOfDrive(cards, { device: 'vda', machine: 'attic' })).toBeUndefined()
  })

  it('keeps its card under another name, and shares a card that has the name', () => {
    const own = { name: 'Blue', card: { standsFor: ['S1'], color: '#0072b2' } }
    const other = { name: 'Red', card: { standsFor: ['S2'] } }
    expect(namedDrive([own, other], nvme, 'Green')).toEqual({ base: own, name: 'Green', card: own.card })
    expect(namedDrive([own, other], nvme, 'Red')).toMatchObject({ base: own, name: 'Red (2)' })
    expect(namedDrive([other], nvme, 'Red')).toEqual({
      ...{ base: other, name: 'Red', card: { standsFor: ['S2', 'S1'] } },
    })
  })

  it('has no name if nothing tells it from others', () => {
    expect(namedDrive([], { machine: 'lab' }, 'Blue')).toBeUndefined()
    expect(namedDrive([], { device: 'sda' }, 'Blue')).toBeUndefined()
  })
})
