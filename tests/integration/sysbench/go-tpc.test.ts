import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { newPlan } from '../../../src/core/plan/edit-plan'
import { FioWorkshop } from '../runner/fio-workshop'
import { noneLeft } from '../runner/processes'
import { isInstalled, needDatabasePrograms, serversIn } from './oltp-workshop'

/**
 * Replaces go-tpc if it is not installed: it uses the given account, over the network as go-tpc does, and prints what
 * go-tpc prints (`pkg/measurement` and `cmd/go-tpc/tpcc.go` of its sources).
 */
const standIn = `#!/bin/sh
[ "$1" != version ] || { echo 'Release version: v1.0.12'; exit; }
[ "$1" = tpcc ] || exit 2
action=$2
for option; do
  case $option in
    --host=*) host=\${option#*=} ;;
    --port=*) port=\${option#*=} ;;
    --user=*) user=\${option#*=} ;;
    --password=*) password=\${option#*=} ;;
    --db=*) db=\${option#*=} ;;
    --time=*) time=\${option#*=} ;;
  esac
done
ask() { mariadb --no-defaults --protocol=tcp -h "$host" -P "$port" -u "$user" "-p$password" "$db" -N -B -e "$1"; }
if [ "$action" = prepare ]; then
  echo 'creating table warehouse'
  ask 'CREATE TABLE warehouse (id INT PRIMARY KEY); INSERT INTO warehouse VALUES (1)' || exit 0
  echo Finished
  exit
fi
# Nobody else gets in from the network.
for other in root benchwright sbtest nobody; do
  mariadb --no-defaults --protocol=tcp -h "$host" -P "$port" -u "$other" -e 'SELECT 1' && exit 0
done
[ "$(ask 'SELECT COUNT(*) FROM warehouse')" = 1 ] || exit 0
ask 'INSERT INTO warehouse VALUES (2)' || exit 0
seconds=\${time%s}
sleep "$seconds"
line="Takes(s): 1.0, Count: 200, TPM: 12000.0, Sum(ms): 3000.0, Avg(ms): 15.0, 50th(ms): 14.0, 90th(ms): 20.0, 95th(ms): 22.0, 99th(ms): 30.0, 99.9th(ms): 40.0, Max(ms): 50.0"
echo "[Current] NEW_ORDER - $line"
echo "[Current] NEW_ORDER - $line"
echo Finished
echo "[Summary] NEW_ORDER - $line" | sed "s/Takes(s): 1.0/Takes(s): $seconds.0/"
echo 'tpmC: 12000.0, tpmTotal: 26000.0, efficiency: 933.1%'
`

const bin = mkdtempSync(join(tmpdir(), 'benchwright-go-tpc-'))
beforeAll(needDatabasePrograms)
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(bin, { recursive: true, force: true })
})

const isReal = isInstalled('go-tpc')

it(`measures a private server with ${isReal ? 'the go-tpc of this machine' : 'a stand-in for go-tpc'}`, async () => {
  if (!isReal) {
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, 'go-tpc'), standIn, { mode: 0o755 })
    vi.stubEnv('PATH', `${bin}:${process.env.PATH ?? ''}`)
  }
  const shop = new FioWorkshop()
  try {
    const plan = newPlan(
      { id: 'go-tpc', seed: 1, target: { kind: 'folder', path: shop.target } },
      {
        name: 'TPC-C-like',
        engine: 'go-tpc',
        base: { warehouses: 1, jobs: 2, runtime: 3, configuration: 'A: innodb_io_capacity=500' },
        axes: [],
        repetitions: 2,
        series: 1,
      },
    )
    const campaignId = await shop.start(plan)
    expect(await shop.runner.ended(campaignId)).toBe('done')
    const runs = shop.store.runs(campaignId)
    // The second run finds what was loaded, not what the first one left.
    expect(runs.map((run) => run.failure?.text ?? run.state)).toEqual(['done', 'done', 'done'])
    for (const { id } of runs.slice(1)) {
      const measured = shop.store.run(id)?.measurements ?? []
      const valueOf = (metric: string) => measured.find((one) => one.metric === metric)?.value
      expect(valueOf('new_order_rate')).toBeGreaterThan(0)
      if (!isReal) expect(valueOf('new_order_rate')).toBe(12_000)
      expect(valueOf('database_log_bandwidth')).toBeGreaterThan(0)
      // Each line is at the end of its interval.
      const [rates] = shop.store.series(id, { metrics: ['new_order_rate'] })
      if (isReal) expect([...(rates?.seconds ?? [])].slice(0, 2)).toEqual([1, 2])
    }
    expect(readdirSync(shop.target)).toEqual([])
    expect(readdirSync(shop.runs)).toEqual([])
    await noneLeft(shop.folder)
    expect(serversIn(shop.folder)).toEqual([])
  } finally {
    await shop.close()
  }
})
