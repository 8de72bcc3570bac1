import { expect, test } from 'vitest'
import type { AdminHealth } from '#client/types.ts'
import { checksOf } from './checks.ts'

const now = Date.parse('2026-03-12T14:20:00.000Z')
const healthy: AdminHealth = {
  queue: { waiting: 3, due: 1, oldestDueAt: '2026-03-12T14:19:59.000Z', dead: 0 },
  facts: { waiting: 0, oldestAt: null },
  webhooks: { failing: [] },
  versions: { program: '1.2.0', webBuild: '0123456789abcdef', schema: '0027_active_teams', database: '17.2' },
  storage: { isEmbedded: false, databaseBytes: 40_000_000, freeBytes: null },
  mail: { transport: 'Mail goes to smtp.example', server: 'smtp.example', waiting: 0, dead: 0, lastError: null },
}
const tones = (health: AdminHealth) => checksOf(health, now).map(({ tone }) => tone)
const endpoint = { id: 'e', organizationId: 'o', organizationName: 'O', organizationSlug: 'o', url: 'https://o.example', isEnabled: true }

test('a platform without delays is healthy, and the mail check names the mail server', () => {
  expect(tones(healthy)).toEqual(['good', 'good', 'good', 'good', 'good'])
  expect(checksOf(healthy, now)[4]?.text).toBe('E-mails are sent through smtp.example.')
})

test.each([
  ['a job due for long', { queue: { ...healthy.queue, oldestDueAt: '2026-03-12T14:18:00.000Z' } }, 0, 'bad', /2 minutes/],
  ['an event that waits for long', { facts: { waiting: 1, oldestAt: '2026-03-12T11:20:00.000Z' } }, 1, 'bad', /3 hours/],
  ['a dead job', { queue: { ...healthy.queue, dead: 1 } }, 2, 'warn', /1 job failed after its last attempt/],
  [
    'a failing endpoint',
    { webhooks: { failing: [{ ...endpoint, failures: 3, failingSince: null, lastFailedAt: null }] } },
    3,
    'warn',
    /1 endpoint/,
  ],
  ['a dead email job', { mail: { ...healthy.mail, dead: 2, lastError: 'refused' } }, 4, 'bad', /2 e-mails/],
] as const)('%s fails its check with a text', (_, change, at, tone, text) => {
  const checks = checksOf({ ...healthy, ...change }, now)
  expect(checks[at]).toMatchObject({ tone, text: expect.stringMatching(text) })
  expect(checks.filter((check) => check.tone !== 'good')).toHaveLength(1)
})
