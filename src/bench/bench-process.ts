import type { BenchEvent, BenchMessage } from '../core/contract/bench-requests'
import type { CampaignSummary } from '../core/results/campaign/campaign'
import type { BenchToShell, PrivilegedArguments, ShellToBench } from '../core/contract/privileged-requests'
import { RequestFailure, requestError } from '../core/contract/request-failure'
import { ExecutingCampaigns } from './serve/executing-campaigns'
import { openSession } from './serve/open-session'
import { SummaryTeller } from './serve/summary-teller'
import { ShellNews } from './serve/shell-news'
import { placesAnswer, shellAnswers } from './serve/serve-shell'
import { awaitSuites } from './serve/start-plans'
import { serveWindow, tellWindow, type WindowLine } from './serve/serve-window'
import type { Session } from './serve/session'
import { sweepUnfinished } from './files/unfinished'
import { startStallWatch } from './hosts/local/watch-stalls'
import { join } from 'node:path'

/** A MessagePort as Electron passes it to a utility process. */
interface Port {
  on(event: 'message', listener: (message: { readonly data: unknown }) => void): void
  on(event: 'close', listener: () => void): void
  postMessage(message: BenchMessage): void
  start(): void
}

/** The connection to the shell that Electron puts on `process`. */
interface ShellLine {
  on(
    event: 'message',
    listener: (message: { readonly data: ShellToBench; readonly ports: readonly Port[] }) => void,
  ): void
  postMessage(message: BenchToShell): void
}

startStallWatch(join(__dirname, 'bench-stalls.js'))
sweepUnfinished()

const shell = (process as unknown as { readonly parentPort: ShellLine }).parentPort
const windows = new Set<WindowLine>()
const executing = new ExecutingCampaigns()
const news = new ShellNews()
let session: Session | undefined
let teller: SummaryTeller | undefined

function tellAll(event: BenchEvent): void {
  for (const line of windows) tellWindow(line, event)
  if (event.type === 'campaign-changed') tellRunning(event.campaign)
  for (const message of news.of(event)) shell.postMessage(message)
}

function tellRunning(campaign: CampaignSummary): void {
  if (executing.heard(campaign)) shell.postMessage({ kind: 'running', campaign: executing.first })
}

function connect(port: Port): void {
  const line: WindowLine = { send: (message) => port.postMessage(message) }
  windows.add(line)
  port.on('close', () => {
    windows.delete(line)
    if (windows.size === 0) session?.passwords.giveUp()
  })
  port.on('message', ({ data }) => {
    setImmediate(() => void serveWindow(session, data, line).then(() => teller?.look()))
  })
  port.start()
  teller?.tell((event) => tellWindow(line, event))
}

async function open(given: PrivilegedArguments<'review.open'>): Promise<{ readOnly: boolean }> {
  if (session)
    throw new RequestFailure({ id: 'already-open', message: 'This bench has a results file open.' })
  const opened = openSession(given)
  session = opened
  opened.tell = tellAll
  teller = new SummaryTeller(opened, tellAll)
  opened.hosts.events.on(tellAll)
  opened.runner?.events.on((event) => {
    tellAll(event)
    if (event.type === 'campaign-changed') teller?.look()
  })
  // There is no window yet to ask in.
  await opened.runner?.reconcile({ canAsk: false })
  awaitSuites(opened)
  teller.look()
  return { readOnly: opened.review.readOnly }
}

async function close(): Promise<null> {
  const closing = session
  session = undefined
  teller?.stop()
  teller = undefined
  await closing?.close()
  return null
}

async function answerShell(message: Extract<ShellToBench, { kind: 'request' }>): Promise<unknown> {
  // Messages of the shell are typed at both ends and never come from a window.
  await placesAnswer(message.name, message.arguments)
  if (message.name === 'review.open') return open(message.arguments as PrivilegedArguments<'review.open'>)
  if (message.name === 'review.close') return close()
  if (!session) throw new RequestFailure({ id: 'no-review', message: 'No results file is open.' })
  const carryOut = shellAnswers[message.name] as (session: Session, given: unknown) => unknown
  const answer = (await carryOut(session, message.arguments)) ?? null
  teller?.look()
  return answer
}

function hear(data: ShellToBench, ports: readonly Port[]): void {
  if (data.kind === 'connect') {
    const [port] = ports
    if (port) connect(port)
    return
  }
  const { sequence } = data
  answerShell(data).then(
    (answer) => shell.postMessage({ kind: 'answer', sequence, answer }),
    (error: unknown) => shell.postMessage({ kind: 'error', sequence, error: requestError(error) }),
  )
}

// Out of Electron's own callback: in Electron 22 a promise that is rejected there counts as unhandled, and
// ends the process, before its handlers have run.
shell.on('message', ({ data, ports }) => setImmediate(hear, data, ports))
