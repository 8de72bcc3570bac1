import { expect, test } from 'vitest'
import { attemptOffsets } from '#operations/webhooks/schedule.ts'
import { ATTEMPTS, planAfter } from './schedule.ts'

const offsets = attemptOffsets()
const at = (seconds: number | undefined) => new Date(1000 * (seconds ?? 0))

test('as many attempts are told as are made', () => expect(ATTEMPTS).toBe(offsets.length))

test.each(offsets.slice(0, -1).map((_, index) => index + 1))('after %i attempts the last one is told for when it is planned', (made) => {
  const plan = planAfter(at(offsets[made]), made)
  expect(plan).toEqual({ more: offsets.length - made - 1, last: at(offsets.at(-1)) })
})
