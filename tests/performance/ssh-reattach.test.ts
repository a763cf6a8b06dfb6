import { expect, it } from 'vitest'
import { becomes } from '../integration/ssh/login-screen'
import { signal, SshWorkshop } from '../integration/ssh/ssh-workshop'
import { setTimeout as pause } from 'node:timers/promises'
import { machine } from '../core/plan/machine'

/** Long enough for attempts that run into the black hole; long form: `BENCHWRIGHT_FREEZE_SECONDS=60`. */
const freezeMs = Number(process.env.BENCHWRIGHT_FREEZE_SECONDS ?? 20) * 1000

/** A black hole: nothing on the way reports that it is one. */
it('a frozen connection is noticed, and a host that is back is found', async () => {
  const shop = new SshWorkshop()
  try {
    await shop.serve()
    shop.configure()
    shop.trust()
    const host = shop.pool().ssh(machine('lab'))
    await host.connect()
    const noticed: number[] = []
    const reattached: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const frozen = [...shop.connections(), shop.serverPid]
      const frozenAt = performance.now()
      for (const pid of frozen) signal(pid, 'SIGSTOP')
      await becomes(host, 'unknown')
      noticed.push((performance.now() - frozenAt) / 1000)
      // Out of step with the retries.
      await pause(freezeMs + round * 3000)
      const backAt = performance.now()
      for (const pid of frozen) signal(pid, 'SIGCONT')
      await becomes(host, 'online')
      reattached.push((performance.now() - backAt) / 1000)
      expect((await host.execute('exit 7')).exitCode).toBe(7)
    }
    const words = (seconds: readonly number[]) => seconds.map((one) => one.toFixed(1)).join(', ')
    process.stdout.write(
      `frozen line noticed after ${words(noticed)} s; host found again after ${words(reattached)} s\n`,
    )
  } finally {
    await shop.close()
  }
})
