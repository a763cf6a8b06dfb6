import { describe, expect, it } from 'vitest'
import { commandOfKey, type KeyPress } from '../../../../src/renderer/composables/room/command-of-key'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})

describe('commandOfKey', () => {
  it.each([
    ['k', 'palette'],
    ['K', 'palette'],
    ['/', 'shortcuts'],
    ['i', 'import'],
    ['1', 'review'],
    ['2', 'shelf'],
    ['5', 'results'],
    ['6', 'compare'],
    ['0', undefined],
    ['z', undefined],
  ])('Ctrl %s is %s', (key, command) => {
    expect(commandOfKey(press(key, { ctrlKey: true }), false)).toBe(command)
    expect(commandOfKey(press(key, { metaKey: true }), true)).toBe(command)
  })

  it('ignores plain typing and other combinations', () => {
    for (const held of [
      {},
      { metaKey: true },
      { ctrlKey: true, altKey: true },
      { ctrlKey: true, shiftKey: true },
    ])
      expect(commandOfKey(press('k', held), false)).toBeUndefined()
    expect(commandOfKey(press('k', { ctrlKey: true }), true)).toBeUndefined()
  })
})
