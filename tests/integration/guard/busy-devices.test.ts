import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, linkSync, mkdtempSync, openSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askGuard } from '../../../src/bench/hosts/guard/ask-guard'
import type { Host } from '../../../src/bench/hosts/host'
import { createLocalHost } from '../../../src/bench/hosts/local/local-host'
import { installShell, shells } from '../../bench/runner/shells'
import { canMakeDevices, DeviceLab, ext4, hasTool, spellings, tool } from './device-lab'

/** A stack of devices: creates it and returns the paths to judge with the expected reasons. */
interface Stack {
  /** Rows of the table of faults in docs/guard.md. */
  readonly rows: string
  readonly title: string
  readonly needs?: string
  make(lab: DeviceLab): Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>
  readonly refusedAs: readonly string[]
}

const stacks: readonly Stack[] = [
  {
    rows: '1, 2',
    title: 'a mounted device by every spelling',
    refusedAs: ['mount'],
    make: (lab) => {
      const device = lab.loop()
      lab.mounted(device)
      return spellings(lab, device)
    },
  },
  {
    rows: '1',
    title: 'a device mounted for reading only, and one mounted in another namespace',
    refusedAs: ['mount'],
    make: async (lab) => {
      const [readOnly, elsewhere] = [lab.loop(), lab.loop()]
      lab.mounted(readOnly, '-o', 'ro')
      ext4(elsewhere)
      const point = lab.path('point')
      tool('mkdir', point)
      const holder = spawn(
        'unshare',
        ['-m', 'sh', '-c', 'mount "$1" "$2" && echo up && exec sleep 600', 'sh', elsewhere, point],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      const ended = once(holder, 'exit')
      lab.later(() => holder.kill('SIGKILL'))
      const gone = ended.then(() =>
        Promise.reject(new Error('No namespace with a mount of its own was made.')),
      )
      await Promise.race([once(holder.stdout, 'data'), gone])
      return { readOnly, elsewhere }
    },
  },
  {
    rows: '3',
    title: 'a disk with a mounted partition, and that partition',
    refusedAs: ['mount'],
    make: (lab) => {
      const { disk, first } = lab.disk()
      lab.mounted(first)
      return {
        disk,
        'link to the disk': lab.link(disk),
        'other node of the disk': lab.node(disk),
        partition: first,
        'other node of the partition': lab.node(first),
      }
    },
  },
  {
    rows: '3',
    title: 'a partition of a disk that is mounted as a whole',
    refusedAs: ['mount'],
    make: (lab) => {
      const { disk, first } = lab.disk()
      lab.mounted(disk)
      return { first }
    },
  },
  {
    rows: '4',
    title: 'devices under and over a loop device on a device',
    refusedAs: ['mount', 'has-holder', 'is-holder'],
    make: (lab) => {
      const mounted = lab.loop()
      lab.mounted(lab.loop(mounted))
      const idle = lab.loop()
      const upper = lab.loop(idle)
      const bottom = lab.loop()
      const middle = lab.loop(bottom)
      const top = lab.loop(middle)
      return {
        'under a mounted loop': mounted,
        'under a mounted loop, by link': lab.link(mounted),
        'under an idle loop': idle,
        'idle loop on a device': upper,
        'bottom of three': bottom,
        'middle of three': middle,
        'top of three': top,
      }
    },
  },
  {
    rows: '4',
    title: 'a device under a loop device whose node is gone',
    // Without perl the kernel cannot be asked what is under the loop device.
    refusedAs: ['has-holder', 'loop-unknown'],
    make: (lab) => {
      const device = lab.loop()
      const node = lab.node(device)
      lab.loop(node)
      rmSync(node)
      return { device }
    },
  },
  {
    rows: '3, 4',
    title: 'a partition under a loop device, and its disk',
    refusedAs: ['has-holder'],
    make: (lab) => {
      const { disk, first } = lab.disk()
      lab.loop(first)
      return { disk, first }
    },
  },
  {
    rows: '4',
    title: 'a file behind two loop devices',
    refusedAs: ['shared-file'],
    make: (lab) => {
      const [mounted, idle, linked, part] = [lab.image(), lab.image(), lab.image(), lab.image()]
      const first = lab.loop(mounted)
      lab.mounted(lab.loop(mounted))
      const hardLink = lab.path('hard link')
      linkSync(linked, hardLink)
      const second = lab.loop(linked)
      lab.loop(hardLink)
      const whole = lab.loop(part)
      lab.loop(part, '-o', String(8 * 1024 * 1024))
      const third = lab.loop(idle)
      lab.loop(idle)
      return { 'one is mounted': first, 'by hard link': second, 'by a part': whole, 'both idle': third }
    },
  },
  {
    rows: '5',
    title: 'swap by every way',
    refusedAs: ['swap'],
    make: (lab) => {
      const whole = lab.loop()
      lab.swap(whole)
      const other = lab.loop()
      lab.swap(lab.node(other))
      const { disk, first } = lab.disk()
      lab.swap(first)
      const under = lab.loop()
      lab.swap(lab.loop(under))
      return {
        'swap device': whole,
        'swap device by link': lab.link(whole),
        'swap through another node': other,
        'disk with a swap partition': disk,
        'swap partition': first,
        'device under swap': under,
      }
    },
  },
  {
    rows: '4',
    title: 'the journal of a mounted ext4 on another device',
    refusedAs: ['not-exclusive'],
    make: (lab) => {
      const [journal, device] = [lab.loop(), lab.loop()]
      tool('mke2fs', '-q', '-F', '-O', 'journal_dev', '-b', '4096', journal)
      ext4(device, '-b', '4096', '-J', `device=${journal}`)
      lab.mount(device)
      return { journal }
    },
  },
  {
    rows: '4',
    title: 'the log of a mounted XFS on another device',
    needs: 'mkfs.xfs',
    refusedAs: ['not-exclusive'],
    make: (lab) => {
      const [log, device] = [lab.loop(lab.image(64)), lab.loop(lab.image(320))]
      tool('mkfs.xfs', '-q', '-f', '-l', `logdev=${log}`, device)
      lab.mount(device, '-o', `logdev=${log}`)
      return { log }
    },
  },
  {
    rows: '4',
    title: 'both devices of a mounted btrfs',
    needs: 'mkfs.btrfs',
    refusedAs: ['mount', 'btrfs'],
    make: (lab) => {
      const [one, two] = [lab.loop(lab.image(128)), lab.loop(lab.image(128))]
      tool('mkfs.btrfs', '-q', '-f', '-d', 'raid1', '-m', 'raid1', one, two)
      lab.mount(one)
      return { one, two, 'by link': lab.link(two) }
    },
  },
  {
    rows: '6',
    title: 'the disk of the root file system',
    refusedAs: ['system-disk'],
    make: (lab) => {
      const device = rootDevice()
      return { device, link: lab.link(device), node: lab.node(device) }
    },
  },
  {
    rows: '19',
    title: 'a device that a run, a process or the kernel has for itself',
    refusedAs: ['locked', 'open-by-process', 'not-exclusive', 'mount'],
    make: async (lab) => {
      const [locked, open, exclusive] = [lab.loop(), lab.loop(), lab.loop()]
      await holding(lab, ['flock', locked, 'sh', '-c', 'echo up; exec sleep 600'])
      await holding(lab, ['sh', '-c', 'exec 5< "$1"; echo up; exec sleep 600', 'sh', open])
      await holding(lab, [
        'perl',
        '-MFcntl',
        '-e',
        '$| = 1; sysopen(F, $ARGV[0], O_RDONLY | O_EXCL) or die; print "up\n"; sleep 600',
        exclusive,
      ])
      return { locked, open, exclusive }
    },
  },
]

const shellFolder = mkdtempSync(join(tmpdir(), 'benchwright-shells-'))
const hosts = shells.map((shell) => {
  const { path, environment } = installShell(shell, shellFolder)
  // Not every busybox includes flock, and without one nothing is allowed.
  const flock = join(dirname(path), 'flock')
  if (!existsSync(flock)) symlinkSync('/usr/bin/flock', flock)
  return createLocalHost({ shell: path, environment })
})

/** Each path is judged in another shell, so that all shells see every kind of stack. */
function host(index: number): Host {
  return hosts[index % hosts.length] ?? createLocalHost()
}

function rootDevice(): string {
  const number = execFileSync('findmnt', ['-n', '-o', 'MAJ:MIN', '/'], { encoding: 'utf8' }).trim()
  return `/dev/${tool('sh', '-c', 'sed -n s/^DEVNAME=//p "$1"', 'sh', `/sys/dev/block/${number}/uevent`)}`
}

async function holding(lab: DeviceLab, words: readonly string[]): Promise<void> {
  const [program = '', ...args] = words
  const holder = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  lab.later(() => {
    if (holder.pid !== undefined) process.kill(-holder.pid, 'SIGKILL')
  })
  await once(holder.stdout, 'data')
}

let judged = 0

describe.skipIf(!canMakeDevices())('the guard on real devices', () => {
  let lab: DeviceLab
  beforeEach(() => {
    lab = new DeviceLab()
  })
  afterEach(() => {
    lab.close()
  })

  it.each(stacks.filter(({ needs }) => needs === undefined || hasTool(needs)))(
    'rows $rows: refuses $title',
    async (stack) => {
      const { refusedAs } = stack
      const paths = await stack.make(lab)
      const before = lab.checksums()
      for (const [title, path] of Object.entries(paths)) {
        const verdict = await askGuard(host(judged), { path, writes: true })
        expect(verdict, title).toMatchObject({ verdict: 'refused', kind: 'device' })
        expect(refusedAs, `${title}: ${verdict.reason ?? ''}`).toContain(verdict.id)
        judged += 1
      }
      expect(lab.checksums()).toEqual(before)
    },
  )

  // Without perl the kernel cannot be asked, and any device may be on the file that is gone.
  it.runIf(shells.some(({ name }) => name === 'busybox'))(
    'row 4: names the loop device that keeps it from judging any other',
    async () => {
      const image = lab.image()
      const unknown = basename(lab.loop(image))
      rmSync(image)
      const withoutPerl = host(shells.findIndex(({ name }) => name === 'busybox'))
      expect(await askGuard(withoutPerl, { path: lab.loop(), writes: true })).toMatchObject({
        id: 'loop-unknown',
        reason: expect.stringContaining(`the loop device ${unknown} does not show`) as string,
        remedy: expect.stringContaining(`Detach ${unknown} with losetup -d`) as string,
      })
    },
  )

  it('row 6: refuses a neighbour of the results file on an unmounted partition', async () => {
    const { second, first } = lab.disk()
    const point = lab.mounted(first)
    const before = lab.checksums()
    const verdict = await askGuard(host(judged), { path: second, writes: true, protectedPaths: [point] })
    expect(verdict).toMatchObject({ verdict: 'refused', id: 'own-disk' })
    expect(verdict.reason).toContain(point)
    expect(lab.checksums()).toEqual(before)
    judged += 1
  })

  it('row 19: refuses a loop device with an image that something else writes, not one with an image that is read', async () => {
    const image = lab.image()
    const device = lab.loop(image)
    const question = { path: device, writes: true }
    const reader = openSync(image, 'r')
    expect(await askGuard(host(0), question)).toMatchObject({ verdict: 'allowed' })
    closeSync(reader)
    const writer = openSync(image, 'r+')
    for (const [place] of shells.entries()) {
      expect(await askGuard(host(place), question)).toMatchObject({
        ...{ verdict: 'refused', id: 'image-in-use' },
        reason: expect.stringContaining(`process ${String(process.pid)} `) as string,
      })
    }
    closeSync(writer)
    expect(await askGuard(host(0), question)).toMatchObject({ verdict: 'allowed' })
  })

  it('row 7: refuses what is not a device, and devices without a medium or write permission', async () => {
    const readOnly = lab.loop(lab.image(), '-r')
    const cases: readonly (readonly [string, string])[] = [
      ['/dev/nvme9n1', 'device-missing'],
      ['/dev/null', 'target-not-a-file'],
      [lab.link('/nowhere'), 'target-is-link'],
      [readOnly, 'read-only-device'],
      [tool('losetup', '-f'), 'no-medium'],
      ['', 'no-path'],
      ['/dev', 'kernel-folder'],
      ['/proc/self', 'kernel-folder'],
      ['/sys', 'kernel-folder'],
      ['/sys/new', 'kernel-folder'],
    ]
    for (const [path, id] of cases) {
      expect(await askGuard(host(judged), { path, writes: true }), path).toMatchObject({
        verdict: 'refused',
        id,
      })
      judged += 1
    }
    expect(await askGuard(host(0), { path: readOnly, writes: false })).toMatchObject({ verdict: 'allowed' })
  })

  it('says of a folder on a file system that is mounted read-only that it is, also to root', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'benchwright-read-only-'))
    tool('mount', '-t', 'tmpfs', '-o', 'ro,size=1m', 'benchwright-test', folder)
    try {
      for (const path of [folder, join(folder, 'new.data')]) {
        const verdict = await askGuard(host(0), { path, writes: true })
        expect(verdict).toMatchObject({ verdict: 'refused', id: 'target-not-writable' })
        expect(verdict.reason).toBe(`The file system of ${path} is read-only.`)
      }
    } finally {
      tool('umount', folder)
      rmSync(folder, { recursive: true })
    }
  })

  it('allows a free device by every spelling and reports its identity and contents', async () => {
    const device = lab.loop()
    ext4(device, '-L', 'old data')
    const before = lab.checksums()
    for (const [title, path] of Object.entries(spellings(lab, device))) {
      const verdict = await askGuard(host(0), { path, writes: true })
      expect(verdict, title).toMatchObject({
        verdict: 'allowed',
        device: { node: device, sizeBytes: 16 * 1024 * 1024, unique: false },
      })
      expect(verdict.device?.contents[0]?.text).toMatch(/^ext4 "old\\x20data" [0-9a-f-]{36}$/)
    }
    expect(lab.checksums()).toEqual(before)
  })

  it('allows a free partition next to a free one, a folder and a new file', async () => {
    const { second } = lab.disk()
    const allowed = { verdict: 'allowed' }
    expect(await askGuard(host(0), { path: second, writes: true })).toMatchObject(allowed)
    expect(await askGuard(host(0), { path: lab.folder, writes: true })).toMatchObject(allowed)
    expect(await askGuard(host(0), { path: lab.path('new'), writes: true })).toMatchObject(allowed)
    const image = lab.image()
    lab.loop(image)
    expect(await askGuard(host(0), { path: image, writes: true })).toMatchObject({ id: 'file-in-use' })
  })

  afterAll(() => {
    rmSync(shellFolder, { recursive: true, force: true })
    expect(judged).toBeGreaterThanOrEqual(40)
  })
})
