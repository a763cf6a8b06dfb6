/**
 * What a picture needs of a 2D canvas context. The window's context, the export's raster context and its SVG writer
 * all have it. Charts use no DOM types, because the export is compiled without them.
 */
export interface Ink extends TextMeasure {
  fillStyle: unknown
  strokeStyle: unknown
  lineWidth: number
  globalAlpha: number
  /** Id of the series whose marks follow, for contexts that group the marks of a series; a canvas ignores it. */
  series?: string | undefined
  textAlign: string
  textBaseline: string
  save(): void
  restore(): void
  beginPath(): void
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  arc(x: number, y: number, radius: number, start: number, end: number): void
  rect(x: number, y: number, width: number, height: number): void
  closePath(): void
  fill(): void
  stroke(): void
  setLineDash(lengths: number[]): void
  fillRect(x: number, y: number, width: number, height: number): void
  fillText(text: string, x: number, y: number): void
  /** `image`: any kind of picture that the context accepts. */
  drawImage(image: unknown, x: number, y: number, width: number, height: number): void
}

/** What measuring text needs. */
export interface TextMeasure {
  font: string
  measureText(text: string): { readonly width: number }
}
