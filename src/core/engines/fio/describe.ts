import { startingWorkload } from '../../plan/edit-plan'
import type { EngineDescription } from '../engine'
import { extraOptions } from './extra-options'
import { fields } from './fields'
import { oldestVersion } from './version-gates'

export const description: EngineDescription = {
  id: 'fio',
  name: 'fio',
  program: 'fio',
  oldestVersion,
  recordsSeries: true,
  starting: startingWorkload,
  fields,
  headlines: ['bandwidth', 'iops', 'latency_mean'],
  extraOptions,
  install: {
    debian: 'sudo apt install fio',
    fedora: 'sudo dnf install fio',
    arch: 'sudo pacman -S fio',
    macos: 'brew install fio',
    windows: 'Install fio with its Windows installer, see https://github.com/axboe/fio/releases',
  },
}
