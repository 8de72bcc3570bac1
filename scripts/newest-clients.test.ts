import { expect, test } from 'vitest'
import { failureOf } from './newest-clients.ts'

test.each([
  [
    'npm error code ENOTFOUND\nnpm error network request failed',
    'The registry cannot be reached, so a@latest and b@latest cannot be installed: code ENOTFOUND',
  ],
  ['npm error code ERESOLVE\nnpm error could not resolve', 'a@latest and b@latest could not be installed: code ERESOLVE'],
  ['npm: spawn failed', 'a@latest and b@latest could not be installed: npm: spawn failed'],
])('an installation that printed %j is explained in one sentence', (output, sentence) => {
  expect(failureOf(['a@latest', 'b@latest'], output)).toBe(sentence)
})
