import { identity, type Matrix } from './svg-matrix'

/** The state that a canvas context saves and restores, with its initial values. */
export class DrawingState {
  fillStyle = '#000000'
  strokeStyle = '#000000'
  protected width = 1
  lineCap = 'butt'
  lineJoin = 'miter'
  protected dashOffset = 0
  globalAlpha = 1
  /** Id of the series of the following marks. */
  series: string | undefined
  font = '10px sans-serif'
  textAlign = 'start'
  textBaseline = 'alphabetic'
  protected dash: readonly number[] = []
  protected matrix: Matrix = identity
  /** Id of the active clip. */
  protected activeClip: string | undefined

  get lineWidth(): number {
    return this.width
  }
  /** As on a canvas, an invalid width changes nothing. */
  set lineWidth(value: number) {
    if (Number.isFinite(value) && value > 0) this.width = value
  }
  get lineDashOffset(): number {
    return this.dashOffset
  }
  set lineDashOffset(value: number) {
    if (Number.isFinite(value)) this.dashOffset = value
  }
}
