import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { JOURNEY_FILES } from '../suites.ts'

test('each file of the journeys through the browser is there', () => {
  expect(JOURNEY_FILES.filter((file) => !existsSync(file))).toEqual([])
})
