/** What is used of the package, which brings no types. */
declare module 'subset-font' {
  /** A font with the glyphs of `text` alone, or with all of them and `text` empty. */
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
