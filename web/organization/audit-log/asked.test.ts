import { expect, test } from 'vitest'
import { askedOf } from './asked.ts'

test.each([
  [{}, {}],
  [
    { status: 'member', by: 'u1' },
    { action: 'member.', actorId: 'u1' },
  ],
  [
    { from: '2026-03-01', to: '2026-03-31' },
    { from: '2026-03-01', to: '2026-04-01T00:00:00.000Z' },
  ],
  [{ from: 'soon', to: '2026-13-99' }, {}],
])('%j is asked for as %j', (at, asked) => {
  expect(askedOf('o', at)).toEqual({ organizationId: 'o', ...asked })
})
