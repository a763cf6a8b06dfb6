/** Reads CSV by the rules of RFC 4180, written independently of the code under test. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      at += 1
      for (;;) {
        const end = text.indexOf('"', at)
        if (end < 0) throw new Error('A quote is not closed.')
        cell += text.slice(at, end)
        at = end + 1
        if (text[at] !== '"') break
        cell += '"'
        at += 1
      }
    } else {
      const rest = /[,\r]/g
      rest.lastIndex = at
      const end = rest.exec(text)?.index ?? text.length
      cell = text.slice(at, end)
      at = end
    }
    row.push(cell)
    if (text[at] === ',') {
      at += 1
      continue
    }
    if (!text.startsWith('\r\n', at)) throw new Error(`Neither comma nor end of line at ${at}.`)
    at += 2
    rows.push(row)
    row = []
  }
  return rows
}
