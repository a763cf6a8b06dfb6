import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { canMakeDevices, DeviceLab, tool } from './device-lab'

describe.runIf(canMakeDevices())('a lab', () => {
  it('removes what the lab of a killed test left, and nothing of a living one', async () => {
    const owner = spawn('sleep', ['600'], { stdio: 'ignore' })
    const lab = new DeviceLab(owner.pid)
    const on = lab.loop()
    const point = lab.mounted(lab.loop(on))
    const parts = lab.disk()
    lab.mounted(parts.first)
    const swap = lab.loop()
    lab.swap(swap)
    const mine = () =>
      [
        tool('losetup', '-n', '-O', 'BACK-FILE,NAME'),
        tool('findmnt', '-rn', '-o', 'TARGET'),
        tool('swapon', '--noheadings', '--show=NAME'),
      ]
        .flatMap((text) => text.split('\n'))
        .filter((line) => [lab.folder, on, swap].some((word) => line.includes(word)))
    const before = mine()
    expect(before).toHaveLength(7)

    new DeviceLab().close()
    expect(mine()).toEqual(before)
    expect(existsSync(point)).toBe(true)

    const gone = once(owner, 'exit')
    owner.kill('SIGKILL')
    await gone
    new DeviceLab().close()
    // A device that another program looks at is detached when that has closed it.
    await vi.waitFor(() => expect(mine()).toEqual([]))
    expect(existsSync(lab.folder)).toBe(false)
    expect(existsSync(dirname(lab.folder))).toBe(true)
  })
})
