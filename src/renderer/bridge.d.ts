import type { Bridge } from '../core/contract/bridge'

declare global {
  interface Window {
    readonly benchwright: Bridge
  }
}
