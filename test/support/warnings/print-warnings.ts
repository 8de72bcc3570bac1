// Runs before the tests of each file of the application.
import { afterEach, beforeEach } from 'vitest'
import { takeWarnings } from './warnings.ts'

beforeEach(() => {
  takeWarnings()
})

afterEach(({ task }) => {
  const warnings = takeWarnings()
  if (task.result?.state === 'fail' && warnings.length > 0) console.error(`Logged during "${task.name}":\n${warnings.join('')}`)
})
