import { readFileSync } from 'node:fs'

/** A captured output of another machine: `debian-12-vm/lsblk.json`. */
export function hostFixture(name: string): string {
  return readFileSync(new URL(`../../../fixtures/hosts/${name}`, import.meta.url), 'utf8')
}
