import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faultLanes } from './suites.ts'

test('every file of faults runs in one lane', () => {
  const files = globSync('test/faults/*.test.ts')
  const lanesOf = (file: string) =>
    Object.values(faultLanes)
      .flat()
      .filter((word) => file.includes(word))
  expect(files.filter((file) => lanesOf(file).length !== 1)).toEqual([])
  expect(files.length).toBe(Object.values(faultLanes).flat().length)
})
