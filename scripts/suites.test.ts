import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { WALK } from './suites.ts'

test('each file of the walk through the browser is there', () => {
  expect(WALK.filter((file) => !existsSync(file))).toEqual([])
})
