import { expect, test } from 'vitest'
import { attemptOffsets } from '#operations/webhooks/schedule.ts'
import { ATTEMPTS, planAfter } from './schedule.ts'

const offsets = attemptOffsets()
const at = (seconds: number | undefined) => new Date(1000 * (seconds ?? 0))

test('the number of attempts equals that of the server', () => expect(ATTEMPTS).toBe(offsets.length))

test.each(offsets.slice(0, -1).map((_, index) => index + 1))(
  'after %i attempts the plan ends with the last attempt of the server',
  (attempts) => {
    const plan = planAfter(at(offsets[attempts]), attempts)
    expect(plan).toEqual({ more: offsets.length - attempts - 1, last: at(offsets.at(-1)) })
  },
)
