import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { additionalEventTypes, webhookEventTypes } from '#contract/webhook-events.ts'
import { verify } from '#operations/webhooks/signature.ts'
import { uncontrolled } from '#platform/work-control.ts'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import { aReceiver } from '#test/support/a-receiver.ts'
import { ownDatabase } from '#test/support/database.ts'
import { eventsAfter } from '#test/support/operations/received-events.ts'
import { testServer } from '#test/support/server.ts'
import type { VerbResult } from '../verb.ts'
import { forwardEvents } from './listen.ts'
import { triggerEvent } from './trigger.ts'
import { notTriggered, triggers } from './triggers.ts'

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='

const server = await testServer({ database: await ownDatabase() })
const merchant = await aMerchant(server)
const slug: string = (await merchant.request('GET', `/v1/organizations/${merchant.organizationId}`)).json.slug
afterAll(() => server.close())

const context = () => ({ database: server.platform.database, platform: async () => server.platform as never, control: uncontrolled })
const trigger = (event: string) => triggerEvent(context(), { slug, event })

test('each event can be triggered, or it is said why not', () => {
  const named = [...Object.keys(triggers), ...Object.keys(notTriggered)]
  expect(named.toSorted()).toEqual([...webhookEventTypes, ...additionalEventTypes].toSorted())
})

test.each(Object.keys(triggers).filter((event) => event !== 'refund.updated'))('%s happens when it is triggered', async (event) => {
  const lines = await eventsAfter(server, merchant, async () => {
    let isDone = false
    const done = trigger(event).finally(() => {
      isDone = true
    })
    // A worker runs beside it.
    while (!isDone) {
      await server.drain()
      await wait(50)
    }
    const result = await done
    expect(result.lines[0]).toMatch(/^\S+: made \S+/)
    await server.drain()
    server.clock.advance(3)
  })
  expect(lines.map(([type]) => type)).toContain(event)
})

test('order.paid has the events of a sale around it, in their order', async () => {
  const lines = await eventsAfter(server, merchant, () => trigger('order.paid'))
  expect(lines.map(([type]) => type).filter((type) => type !== 'customer.state_changed')).toEqual([
    'product.created',
    'checkout.created',
    'checkout.updated',
    'customer.created',
    'order.created',
    'order.updated',
    'order.paid',
  ])
})

test('an unknown organization or event is refused', async () => {
  await expect(trigger('order.eaten')).rejects.toThrow('order.eaten cannot be triggered.')
  await expect(triggerEvent(context(), { slug: 'no-such-shop', event: 'order.paid' })).rejects.toThrow('No organization has the slug')
})

test('events are forwarded from now on, signed, in their order, and each is reported with its answer', async () => {
  const receiver = await aReceiver()
  const stop = new AbortController()
  const reported: VerbResult[] = []
  const forwarding = { url: receiver.url, secret: SECRET, names: new Set(['product.created']) }
  const follow = { slug, forwarding, signal: stop.signal, report: (result: VerbResult) => void reported.push(result) }
  await aProduct(merchant)
  await server.drain()
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  const forwarded = forwardEvents(follow, ({ run, input = {} }, control) => run({ ...context(), control }, input).finally(start))
  await started
  const first = await aProduct(merchant)
  await merchant.request('PATCH', `/v1/products/${first.id}`, { body: { name: 'Another name' } })
  const second = await aProduct(merchant)
  await server.drain()
  await expect.poll(() => reported.length).toBe(2)
  receiver.answer(500)
  await aProduct(merchant)
  await server.drain()
  await expect.poll(() => reported.length).toBe(3)
  stop.abort()
  await forwarded
  await receiver.close()
  expect(receiver.received.slice(0, 2).map(({ body }) => JSON.parse(body).data.id)).toEqual([first.id, second.id])
  const [one] = receiver.received
  const headers = one?.headers as Record<string, string>
  expect(verify(SECRET, { headers, body: one?.body ?? '' }, Date.now() / 1000)).toBe('ok')
  expect(reported.map(({ json }) => json)).toMatchObject([{ status: 204 }, { status: 204 }, { status: 500, type: 'product.created' }])
  expect(reported[0]?.lines[0]).toMatch(/^\d\d:\d\d:\d\d {2}product\.created +204 {2}\d+ ms$/)
})

test('a machine that does not answer is reported, and the next event is forwarded', async () => {
  const receiver = await aReceiver()
  await receiver.close()
  const stop = new AbortController()
  const reported: VerbResult[] = []
  const forwarding = { url: receiver.url, secret: SECRET, names: null }
  const follow = { slug, forwarding, signal: stop.signal, report: (result: VerbResult) => void reported.push(result) }
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  const forwarded = forwardEvents(follow, ({ run, input = {} }, control) => run({ ...context(), control }, input).finally(start))
  await started
  await aProduct(merchant)
  await server.drain()
  await expect.poll(() => reported.length).toBe(1)
  stop.abort()
  await forwarded
  expect(reported[0]?.json).toMatchObject({ status: null, error: expect.stringMatching(/ECONNREFUSED|refused/) })
})
