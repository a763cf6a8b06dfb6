import type { EngineDescription } from '../engine'

/** Oldest sysbench the app runs; older outputs can still be imported. */
export const oldestVersion = '1.0'

/** `sysbench 1.0.20` → `1.0.20`. */
export function readVersion(text: string): string | undefined {
  return /^sysbench v?(\d+(?:\.\d+)+)/m.exec(text)?.[1]
}

export const install: EngineDescription['install'] = {
  debian: 'sudo apt install sysbench',
  fedora: 'sudo dnf install sysbench',
  arch: 'sudo pacman -S sysbench',
  macos: 'brew install sysbench',
  windows: 'sysbench has no Windows build; run it on a Linux host over SSH',
}
