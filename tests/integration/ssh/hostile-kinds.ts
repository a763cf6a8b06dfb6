/** One way for a host, or the program in between, to answer in bad faith. */
export interface HostileKind {
  readonly name: string
  /** The login shell: sh, with the command and the script on standard input. */
  readonly shell?: string
  /** What listens instead of sshd: bytes it sends at once, repeatedly if `endless`. */
  readonly server?: { readonly sends: string; readonly endless?: boolean; readonly closes?: boolean }
  /** What runs instead of ssh; sh. */
  readonly program?: string
  /** Programs found first by the real shell: name and sh text. */
  readonly tools?: Readonly<Record<string, string>>
  readonly question: 'script' | 'short-script' | 'file' | 'folders' | 'look' | 'wait' | 'view' | 'silent-view'
  /** Over the one kept session, without control socket. */
  readonly kept?: boolean
  /** `cancelled`: silent, so that only a person or a limit ends it. */
  readonly ends: readonly ('answered' | 'refused' | 'cancelled')[]
  /** No connection is established. */
  readonly unconnected?: boolean
}

const refused = ['refused'] as const
const cancelled = ['cancelled'] as const
const answered = ['answered'] as const
const either = ['answered', 'refused'] as const

/** The real answer, changed by an expression of sed. */
const changed = (expression: string) => `sh -s | sed '${expression}'`
const forever = 'sleep 1000'

const floods: readonly HostileKind[] = [
  { name: 'output without end', shell: 'yes', question: 'script', ends: refused },
  { name: 'errors without end', shell: 'yes >&2', question: 'script', ends: refused },
  { name: 'both without end', shell: 'yes & yes >&2', question: 'script', ends: refused },
  { name: 'NULs without end', shell: 'cat /dev/zero', question: 'script', ends: refused },
  { name: 'noise without end', shell: 'cat /dev/urandom', question: 'script', ends: refused },
  { name: 'one line without end', shell: `tr '\\0' a </dev/zero`, question: 'script', ends: refused },
  {
    name: 'escape sequences without end',
    shell: `yes "$(printf '\\033]0;owned\\007\\033[2J\\033[6n')"`,
    question: 'script',
    ends: refused,
  },
  {
    name: 'a message of the day of 20 MB',
    shell: 'head -c 20000000 /dev/zero; exec sh -s',
    question: 'script',
    ends: refused,
  },
  {
    name: 'a message of the day of 8 MB, then an honest answer',
    shell: `head -c 8000000 /dev/zero | tr '\\0' '\\n'; exec sh -s`,
    question: 'script',
    ends: answered,
  },
  {
    name: 'an honest answer, then output without end',
    shell: 'sh -s; yes',
    question: 'script',
    ends: refused,
  },
  {
    name: 'output without end inside of the frame',
    shell: 'sh -s | { head -n 2; yes; }',
    question: 'script',
    ends: refused,
  },
  { name: 'dots without end', shell: `yes . | tr -d '\\n'`, question: 'wait', ends: cancelled },
  { name: 'a log without end', shell: 'sh -s', question: 'view', ends: answered },
  {
    name: 'a file without end',
    shell: 'sh -s | { head -n 3; cat /dev/zero; }',
    question: 'file',
    ends: refused,
  },
  { name: 'output without end instead of a file', shell: 'yes', question: 'file', ends: refused },
  { name: 'output without end instead of folders', shell: 'yes', question: 'folders', ends: refused },
  {
    name: 'output without end, kept session',
    shell: 'yes',
    kept: true,
    question: 'script',
    ends: refused,
    unconnected: true,
  },
  {
    name: 'errors without end, kept session',
    shell: 'yes >&2',
    kept: true,
    question: 'script',
    ends: refused,
    unconnected: true,
  },
]

const silences: readonly HostileKind[] = [
  { name: 'no word', shell: `exec ${forever}`, question: 'short-script', ends: refused },
  { name: 'no word, and a person cancels', shell: `exec ${forever}`, question: 'script', ends: cancelled },
  {
    name: 'reads and says nothing',
    shell: `cat >/dev/null; ${forever}`,
    question: 'short-script',
    ends: refused,
  },
  {
    name: 'begins and falls silent',
    shell: `sh -s | { head -n 2; ${forever}; }`,
    question: 'short-script',
    ends: refused,
  },
  {
    name: 'closes its output and stays',
    shell: `exec >&- 2>&-; ${forever}`,
    question: 'short-script',
    ends: refused,
  },
  { name: 'answers and stays', shell: `sh -s; ${forever}`, question: 'short-script', ends: answered },
  {
    name: 'a letter at a time',
    shell: 'while sleep 0.2; do printf x; done',
    question: 'short-script',
    ends: refused,
  },
  { name: 'stops itself', shell: 'kill -STOP $$', question: 'short-script', ends: refused },
  { name: 'no file', shell: `exec ${forever}`, question: 'file', ends: cancelled },
  { name: 'no look', shell: `exec ${forever}`, question: 'look', ends: cancelled },
  { name: 'no end of a run', shell: `exec ${forever}`, question: 'wait', ends: cancelled },
  { name: 'nothing in the live view', shell: `exec ${forever}`, question: 'silent-view', ends: cancelled },
  {
    name: 'no word, kept session',
    shell: `exec ${forever}`,
    kept: true,
    question: 'script',
    ends: cancelled,
    unconnected: true,
  },
  { name: 'a tool that hangs', tools: { lsblk: forever }, question: 'look', ends: cancelled },
]

const exits: readonly HostileKind[] = [
  { name: 'exit 0 at once', shell: 'exit 0', question: 'script', ends: refused },
  { name: 'exit 255 at once', shell: 'exit 255', question: 'script', ends: refused },
  { name: 'killed at once', shell: 'kill -9 $$', question: 'script', ends: refused },
  { name: 'an account that is closed', shell: 'echo closed; exit 1', question: 'script', ends: refused },
  { name: 'cuts the connection each time', shell: 'kill -9 $PPID', question: 'script', ends: ['refused'] },
  {
    name: 'claims that the server refuses sessions',
    shell: `echo 'Session open refused by peer' >&2; exit 255`,
    question: 'script',
    ends: refused,
  },
  { name: 'ends after the first line', shell: 'sh -s | head -n 2', question: 'script', ends: refused },
  { name: 'ends within a line', shell: 'sh -s | head -c 30', question: 'script', ends: refused },
  { name: 'a wait that ends without a word', shell: 'echo x', question: 'wait', ends: cancelled },
  {
    name: 'exit 0 at once, kept session',
    shell: 'exit 0',
    kept: true,
    question: 'script',
    ends: refused,
    unconnected: true,
  },
]

const lies: readonly HostileKind[] = [
  {
    name: 'a wrong nonce',
    shell: changed('s/@[0-9a-f]*/@000000000000000000/'),
    question: 'script',
    ends: refused,
  },
  { name: 'an end without a number', shell: changed('s/ end .*/ end/'), question: 'script', ends: refused },
  {
    name: 'an end with a huge number',
    shell: changed('s/ end .*/ end 99999999999/'),
    question: 'script',
    ends: refused,
  },
  {
    name: 'an end with a negative number',
    shell: changed('s/ end .*/ end -1/'),
    question: 'script',
    ends: refused,
  },
  {
    name: 'two beginnings',
    shell: changed('s/\\(@.* begin\\)/\\1\\n\\n\\1/'),
    question: 'script',
    ends: either,
  },
  {
    name: 'two ends',
    shell: changed('s/\\(@[0-9a-f]* end\\) .*/\\1 0\\n\\n\\1 7/'),
    question: 'script',
    ends: either,
  },
  {
    name: 'an end before the beginning',
    shell: changed('s/\\(@[0-9a-f]*\\) begin/\\1 end 0\\n\\n\\1 begin/'),
    question: 'script',
    ends: either,
  },
  { name: 'carriage returns', shell: changed('s/$/\\r/'), question: 'script', ends: either },
  { name: 'UTF-16', shell: 'sh -s | iconv -t utf-16', question: 'script', ends: refused },
  { name: 'lines in reverse', shell: 'sh -s | tac', question: 'script', ends: refused },
  {
    name: 'a file said to be longer',
    shell: changed('s/ file [0-9]* / file 99999 /'),
    question: 'file',
    ends: refused,
  },
  {
    name: 'a file said to be shorter',
    shell: changed('s/ file [0-9]* / file 3 /'),
    question: 'file',
    ends: refused,
  },
  {
    name: 'a file of an exbibyte',
    shell: changed('s/ file [0-9]* / file 1152921504606846976 /'),
    question: 'file',
    ends: refused,
  },
  {
    name: 'a file of negative length',
    shell: changed('s/ file [0-9]* / file -5 /'),
    question: 'file',
    ends: refused,
  },
  {
    name: 'a wrong checksum',
    shell: changed('s/\\( file [0-9]*\\) .*/\\1 00000000/'),
    question: 'file',
    ends: refused,
  },
  {
    name: 'a small file said to be too large',
    shell: changed('s/ file .*/ too-large 999999999999999/'),
    question: 'file',
    ends: refused,
  },
  { name: 'a file without line breaks', shell: `sh -s | tr -d '\\n'`, question: 'file', ends: refused },
  {
    name: 'a million and a half folders',
    shell: `sh -s | { head -n 2; yes folder | head -n 1500000 | tr '\\n' '\\0'; cat; }`,
    question: 'folders',
    ends: either,
  },
  {
    name: 'a clock without meaning',
    shell: changed('s/^[0-9]\\{10\\}.*/1e999/'),
    question: 'look',
    ends: either,
  },
  {
    name: 'drives in a hundred thousand brackets',
    tools: { lsblk: `head -c 100000 /dev/zero | tr '\\0' '['` },
    question: 'look',
    ends: either,
  },
  {
    name: 'a hundred thousand drives',
    tools: {
      lsblk: `printf '{"blockdevices":['; yes '{"name":"sda","type":"disk","size":1},' | head -n 100000; printf '{"name":"sdb","type":"disk","size":1}]}'`,
    },
    question: 'look',
    ends: either,
  },
  {
    name: 'a tool without end',
    tools: { findmnt: 'head -c 40000000 /dev/zero | tr "\\0" x' },
    question: 'look',
    ends: either,
  },
  {
    name: 'a run that is said to have ended',
    shell: changed('s/\\(lost\\|waiting\\)/committed/'),
    question: 'wait',
    ends: answered,
  },
]

const servers: readonly HostileKind[] = [
  {
    name: 'a server that accepts and is silent',
    server: { sends: '' },
    question: 'script',
    ends: cancelled,
    unconnected: true,
  },
  {
    name: 'a server that greets without end',
    server: { sends: 'Welcome to this machine\r\n', endless: true },
    question: 'script',
    ends: refused,
    unconnected: true,
  },
  {
    name: 'a server that greets in one line without end',
    server: { sends: 'x'.repeat(1000), endless: true },
    question: 'script',
    ends: refused,
    unconnected: true,
  },
  {
    name: 'a server that hangs up',
    server: { sends: '', closes: true },
    question: 'script',
    ends: refused,
    unconnected: true,
  },
  {
    name: 'a server that talks nonsense',
    server: { sends: 'SSH-2.0-x\r\n\0\0\0\x0cnonsense', endless: true },
    question: 'script',
    ends: refused,
    unconnected: true,
  },
  {
    name: 'a server with escape sequences in its version',
    server: { sends: 'SSH-1.0-\x1b]0;owned\x07\r\n', closes: true },
    question: 'script',
    ends: refused,
    unconnected: true,
  },
]

/** The replacement for ssh answers the request for the configuration first. */
const configured = 'case " $* " in *" -G "*) printf "hostname lab\\nport 22\\n"; exit 0;; esac'
const programs: readonly HostileKind[] = [
  {
    name: 'an ssh that prints without end',
    program: `${configured}; exec yes`,
    question: 'script',
    ends: refused,
    unconnected: true,
  },
  {
    name: 'an ssh that hangs and hears no signal',
    program: `${configured}; trap '' TERM INT HUP; while :; do sleep 1; done`,
    question: 'script',
    ends: cancelled,
    unconnected: true,
  },
  {
    name: 'an ssh that ends without a word',
    program: `${configured}; exit 1`,
    question: 'script',
    ends: refused,
    unconnected: true,
  },
  {
    name: 'an ssh whose configuration has no end',
    program: 'exec yes',
    question: 'script',
    ends: refused,
    unconnected: true,
  },
  {
    name: 'an ssh whose configuration never comes',
    program: `exec ${forever}`,
    question: 'script',
    ends: cancelled,
    unconnected: true,
  },
]

export const hostileKinds: readonly HostileKind[] = [
  ...floods,
  ...silences,
  ...exits,
  ...lies,
  ...servers,
  ...programs,
]
