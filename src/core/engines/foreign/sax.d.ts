/** The parts of sax that core uses. The types on npm pull in those of Node, and with them `process` into every file of core. */
declare module 'sax' {
  interface Parser {
    readonly line: number
    onopentag: (tag: { readonly name: string; readonly attributes: Readonly<Record<string, string>> }) => void
    onclosetag: (name: string) => void
    ontext: (text: string) => void
    oncdata: (text: string) => void
    onerror: (error: Error) => void
    write(text: string): Parser
    close(): Parser
  }
  export function parser(strict: boolean, options: { trim?: boolean; position?: boolean }): Parser
}
