/** The used part of the package, which has no types. */
declare module 'subset-font' {
  /** A font with only the glyphs of `text`, or with all of them if `text` is empty. */
  function subsetFont(
    font: Buffer,
    text: string,
    options: {
      readonly targetFormat: 'truetype'
      readonly keepAllGlyphs?: boolean
      readonly noHinting?: boolean
    },
  ): Promise<Buffer>
  export default subsetFont
}
