import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faultLanes } from './suites.ts'

test('every fault test file runs in exactly one lane', () => {
  const files = globSync('test/faults/**/*.test.ts')
  const lanesOf = (file: string) =>
    Object.values(faultLanes)
      .flat()
      .filter((part) => file.includes(part))
  expect(files.filter((file) => lanesOf(file).length !== 1)).toEqual([])
  expect(files.length).toBe(Object.values(faultLanes).flat().length)
})
