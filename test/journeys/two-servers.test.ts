// Two servers in one process: each uses the bindings and the memories of its own platform.
import { afterAll, expect, test } from 'vitest'
import { settlePayment } from '#money/payments/actions/settle-payment.ts'
import { queryDisputeOf } from '#money/payments/dispute-listeners.ts'
import { queryRefundsOf, returnDuplicate } from '#money/payments/refund-listeners.ts'
import { loadEngine } from '#money/taxes/index.ts'
import type { TaxEngine } from '#money/taxes/model.ts'
import type { Bindings } from '#platform/bindings.ts'
import type { Tx } from '#platform/database/database.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { START, type TestServer, testServer } from '#test/support/server.ts'

const calls: string[] = []
const note = (name: string) => async () => void calls.push(name)
const purpose = { purpose: 'checkout', purposeId: '019f7c2e-0000-7000-8000-000000000003' }
const payment = { organizationId: '019f7c2e-0000-7000-8000-000000000001', id: '019f7c2e-0000-7000-8000-000000000002', ...purpose }

/** Bindings that note the name of their server. */
function bindingsOf(name: string): Partial<Bindings> {
  return {
    purposes: { checkout: note(`${name}: settled`) },
    disputes: { queryDispute: note(`${name}: dispute`) },
    refunds: { queryRefunds: note(`${name}: refunds`), createDuplicateRefund: note(`${name}: duplicate`) },
    taxEngines: { stripe: async () => ({ name }) as unknown as TaxEngine },
  }
}

const servers: readonly TestServer[] = await Promise.all(['first', 'second'].map((name) => testServer({ bindings: bindingsOf(name) })))
const [first, second] = servers as [TestServer, TestServer]
afterAll(async () => {
  for (const server of servers) await server.close()
})

test.for([
  ['first', first],
  ['second', second],
] as const)('the %s server asks its own modules', async ([name, { platform }]) => {
  calls.length = 0
  await settlePayment({} as Tx, { platform, payment, answer: { kind: 'unknown', reason: 'a test' }, now: START })
  await queryDisputeOf(platform, payment)
  await queryRefundsOf(platform, payment)
  await returnDuplicate(platform, payment)
  expect(calls).toEqual([`${name}: settled`, `${name}: dispute`, `${name}: refunds`, `${name}: duplicate`])
  expect(await loadEngine(platform, 'stripe')).toEqual({ name })
})

test('an organization is held by the payments of the server that is asked to delete it', async () => {
  const { organizationPayments } = first.platform.bindings
  const settling = await testServer({ bindings: { organizationPayments: { ...organizationPayments, isSettling: async () => true } } })
  try {
    const merchant = await aMerchant(first)
    const deleteAt = (server: TestServer) =>
      server.request('POST', '/api/auth/organization/delete', {
        headers: { cookie: merchant.cookie, origin: 'http://localhost:3000' },
        body: { organizationId: merchant.organizationId },
      })
    expect((await deleteAt(settling)).status).toBe(409)
    expect((await deleteAt(first)).status).toBe(200)
  } finally {
    await settling.close()
  }
})
