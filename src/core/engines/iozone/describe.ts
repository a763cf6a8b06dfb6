import type { EngineDescription } from '../engine'
import { iozoneOptions } from './extra-options'
import { fields } from './fields'
import { startingWorkload } from './starting-workload'
import { oldestVersion } from './version-gates'

export const description: EngineDescription = {
  id: 'iozone',
  name: 'IOzone',
  program: 'iozone',
  oldestVersion,
  starting: startingWorkload,
  fields,
  headlines: ['bandwidth', 'iops', 'latency_mean'],
  extraOptions: iozoneOptions.map(({ name, help, kind }) => ({ name, help, kind })),
  install: {
    debian:
      'sudo apt install iozone3, after enabling the component non-free (Ubuntu: multiverse) in the package sources',
    fedora: 'build it from the source on iozone.org, or use the package of RPM Fusion where it has one',
    arch: 'build the package iozone from the AUR',
    macos: 'brew install iozone',
    windows: 'IOzone has a Windows build on iozone.org; running engines on Windows is not offered yet',
  },
}
