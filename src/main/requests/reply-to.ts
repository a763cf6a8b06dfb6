import type { ShellReply } from '../../core/contract/bridge'
import { badRequest, checkArguments } from '../../core/contract/check-arguments'
import { requestError, RequestFailure } from '../../core/contract/request-failure'
import { shellRequests, type ShellRequestName } from '../../core/contract/shell-requests'
import type { AppWindow } from '../windows/app-window'
import type { ShellHandlers } from './handlers'

/** Checks name and arguments of a request and handles it. Never throws: errors become replies. */
export async function replyTo(
  name: unknown,
  given: unknown,
  handlers: ShellHandlers,
  window: AppWindow,
): Promise<ShellReply> {
  try {
    if (!isRequestName(name)) throw badRequest('There is no such request.')
    const checked = checkArguments(name, shellRequests[name].schema, given)
    // The schema for this name has accepted the arguments.
    const handler = handlers[name] as (given: unknown, window: AppWindow) => unknown
    return { ok: true, answer: await handler(checked, window) }
  } catch (error) {
    if (!(error instanceof RequestFailure)) console.error(error)
    return { ok: false, error: requestError(error) }
  }
}

function isRequestName(name: unknown): name is ShellRequestName {
  return typeof name === 'string' && Object.prototype.hasOwnProperty.call(shellRequests, name)
}
