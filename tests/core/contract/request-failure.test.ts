import { expect, test } from 'vitest'
import { HostError } from '../../../src/bench/hosts/host-error'
import { RunnerError } from '../../../src/bench/runner/runner-error'
import { ReviewFileError } from '../../../src/bench/store/file/review-file-error'
import { CommandError } from '../../../src/cli/command'
import { ComparisonError } from '../../../src/core/comparison/comparison-error'
import { RequestFailure, requestError } from '../../../src/core/contract/request-failure'
import { AppError } from '../../../src/core/errors/app-error'

test.each([
  ['RequestFailure', new RequestFailure({ message: 'm', remedy: 'r', id: 'closed' }), 'closed'],
  ['CommandError', new CommandError('m', 'r'), undefined],
  ['ComparisonError', new ComparisonError('m', 'r'), undefined],
  ['RunnerError', new RunnerError('plan-problems', 'm', 'r'), 'plan-problems'],
  ['HostError', new HostError('m', 'r', 'needs-login'), 'needs-login'],
  ['ReviewFileError', new ReviewFileError('busy', '/a', 'm', 'r'), 'busy'],
])('a %s crosses a process boundary with message, remedy and id', (name, error, id) => {
  expect(error).toBeInstanceOf(AppError)
  expect(error.name).toBe(name)
  expect(requestError(error)).toEqual({ message: 'm', remedy: 'r', ...(id !== undefined && { id }) })
})

test('whatever else was thrown crosses it with its message', () => {
  expect(requestError(new TypeError('m'))).toEqual({ message: 'm' })
  expect(requestError('m')).toEqual({ message: 'm' })
})
