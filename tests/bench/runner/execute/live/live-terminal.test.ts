import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveTerminal } from '../../../../../src/bench/runner/execute/live/live-terminal'
import { FakeHost } from '../../fake-host'

describe('LiveTerminal', () => {
  let told: string[]
  let troubles: string[]
  let host: FakeHost
  let speak: (text: string) => void
  let sizes: string[]
  beforeEach(() => {
    vi.useFakeTimers()
    ;[told, troubles, sizes, host] = [[], [], [], new FakeHost()]
    host.openTerminal = () => ({
      ...new FakeHost().openTerminal(),
      onData: (listener) => (speak = listener),
      resize: (columns, rows) => sizes.push(`${String(columns)}x${String(rows)}`),
    })
  })
  const open = () =>
    new LiveTerminal({ host, onText: (text) => told.push(text), onTrouble: (text) => troubles.push(text) })

  it('batches small pieces and keeps them for windows that open later', () => {
    const terminal = open()
    const log: string[] = []
    terminal.show('/run', (text) => log.push(text), [])
    for (const piece of ['a', 'b', 'c']) speak(piece)
    // Not yet sent, so a window that attaches now gets it once, as an event.
    expect(terminal.scrollback).toBe('')
    vi.advanceTimersByTime(100)
    expect(told).toEqual(['abc'])
    expect(log).toEqual(['a', 'b', 'c'])
    expect(terminal.scrollback).toBe('abc')
  })

  it('receives nothing more from a view that was hidden', () => {
    const terminal = open()
    terminal.show('/run', () => undefined, [])
    const first = speak
    terminal.show('/next', () => undefined, [])
    first('late')
    speak('new')
    terminal.flush()
    expect(told).toEqual(['new'])
  })

  it('keeps a flood within bounds', () => {
    const terminal = open()
    for (let piece = 0; piece < 100; piece += 1) terminal.print('x'.repeat(10_000))
    terminal.print('end')
    terminal.flush()
    expect(terminal.scrollback.endsWith('end')).toBe(true)
    expect(told.join('').length).toBeLessThanOrEqual(512 * 1024)
    expect(terminal.scrollback.length).toBeLessThanOrEqual(256 * 1024)
  })

  it('passes a new size on and keeps it for the next view', () => {
    const terminal = open()
    terminal.resize(100, 40)
    terminal.show('/run', () => undefined, [])
    terminal.resize(120, 50)
    expect(sizes).toEqual(['120x50'])
  })

  it('reports if no view can be opened, and continues', () => {
    host.openTerminal = () => {
      throw new Error('out of pty devices')
    }
    const terminal = open()
    terminal.show('/run', () => undefined, [])
    expect(troubles[0]).toContain('out of pty devices')
  })
})
