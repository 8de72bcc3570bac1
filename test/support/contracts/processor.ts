// The contract of every payment processor. An adapter runs these tests against its system, or against a fake of it.
import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import type { ChargeAnswer, ChargeOutcome, ChargeRequest, PaymentSource, Processor } from '#money/payments/processor.ts'

/** A processor under test, with tokens for the outcomes that it can be made to give. */
export interface ProcessorFixture {
  readonly processor: Processor
  readonly organizationId: string
  readonly tokens: Readonly<
    Record<'good' | 'declined' | 'asksOnce' | 'asksAlways' | 'disputed' | 'refundsLate' | 'refundFails' | 'unreadable', string>
  >
  /** The evidence with which the test mode of the processor decides a dispute; `wins` and `loses` by default. */
  readonly evidence?: Readonly<Record<'wins' | 'loses', string>>
  /** Takes the action that the customer's bank requires. */
  answerAction(actionSecret: string, isApproved: boolean): Promise<void>
  /** Refunds a charge at the processor itself, as its merchant does there. */
  refundAtProcessor(chargeKey: string, amount: number): Promise<void>
  /** Waits until the bank has decided pending refunds. */
  settleRefunds(): Promise<void>
  /** The types of the events that arrived in the inbox about this charge, in their order. */
  eventsOf(chargeKey: string): Promise<readonly string[]>
}

const CUSTOMER = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const AMOUNT = 4200

/** Declares the tests of a processor. `load` gives the fixture, once before the tests. */
export function describeProcessor(name: string, load: () => Promise<ProcessorFixture>): void {
  const fixture = load()
  const requests = async () => {
    const { processor, organizationId, tokens, ...rest } = await fixture
    const newKey = () => ({ organizationId, key: newId(new Date('2026-03-12T14:20:00.000Z')) })
    const entered = (token: keyof typeof tokens, saveForCustomerId: string | null = null): PaymentSource => ({
      kind: 'token',
      token: tokens[token],
      saveForCustomerId,
    })
    const requestOf = (source: PaymentSource, amount = AMOUNT): ChargeRequest => ({ ...newKey(), amount, currency: 'usd', source })
    const charge = async (source: PaymentSource) => {
      const request = requestOf(source)
      return { request, outcome: await processor.charge(request) }
    }
    const save = async (token: keyof typeof tokens) => {
      const request = { ...newKey(), customerId: CUSTOMER, token: tokens[token] }
      const outcome = await processor.setUp(request)
      if (outcome.kind === 'requires_action') await rest.answerAction(outcome.actionSecret, true)
      return succeeded(await processor.find(request)).method ?? ''
    }
    return { ...rest, processor, newKey, entered, requestOf, charge, save }
  }

  describe(`the charges of ${name}`, () => {
    test('a charge succeeds once for a key, whatever a repeat of the key says', async () => {
      const { processor, entered, requestOf } = await requests()
      const request = requestOf(entered('good'))
      const first = succeeded(await processor.charge(request))
      expect(first).toMatchObject({ brand: expect.any(String), last4: expect.stringMatching(/^\d{4}$/), method: null })
      expect(first.feeAmount).toBeGreaterThan(0)
      const simultaneous = await Promise.all([processor.charge(request), processor.charge({ ...request, source: entered('declined') })])
      expect([...simultaneous, await processor.find(request)]).toEqual([first, first, first])
    })

    test('a declined card and an unreadable token are declined with a code and a sentence for the buyer', async () => {
      const { processor, entered, charge } = await requests()
      for (const token of ['declined', 'unreadable'] as const) {
        const { request, outcome } = await charge(entered(token))
        expect(outcome).toMatchObject({ kind: 'declined', code: expect.any(String), sentence: expect.stringMatching(/\.$/) })
        expect(await processor.find(request)).toEqual(outcome)
      }
    })

    test('an unknown key is absent', async () => {
      const { processor, newKey } = await requests()
      expect(await processor.find(newKey())).toEqual({ kind: 'absent' })
      expect(await processor.findRefund(newKey())).toEqual({ kind: 'absent' })
      expect(await processor.findDispute(newKey())).toEqual({ kind: 'absent' })
    })

    test.for([
      [true, 'succeeded', 'charge.succeeded'],
      [false, 'declined', 'charge.failed'],
    ] as const)('a required action that is approved (%s) ends in %s, and an event says so', async ([isApproved, kind, event]) => {
      const { processor, entered, charge, answerAction, eventsOf } = await requests()
      const { request, outcome } = await charge(entered('asksOnce'))
      if (outcome.kind !== 'requires_action') throw new Error(`The charge is ${outcome.kind}.`)
      await answerAction(outcome.actionSecret, isApproved)
      expect(await processor.find(request)).toMatchObject({ kind })
      expect(await eventsOf(request.key)).toEqual([event])
    })

    test('a cancelled key is never charged: not by its action, nor by a request that arrives later', async () => {
      const { processor, entered, charge, requestOf, answerAction } = await requests()
      const { request, outcome } = await charge(entered('asksOnce'))
      const late = requestOf(entered('good'))
      for (const each of [request, late]) expect(await processor.cancel(each)).toMatchObject({ kind: 'declined' })
      if (outcome.kind === 'requires_action') await answerAction(outcome.actionSecret, true)
      expect([await processor.find(request), await processor.charge(late)]).toMatchObject([{ kind: 'declined' }, { kind: 'declined' }])
    })

    test('cancelling a charge that has succeeded changes nothing', async () => {
      const { processor, entered, charge } = await requests()
      const { request, outcome } = await charge(entered('good'))
      expect([await processor.cancel(request), await processor.find(request)]).toEqual([outcome, outcome])
    })
  })

  describe(`the saved methods of ${name}`, () => {
    test('a set-up saves a method without a charge, once for a key, and the method pays later off session', async () => {
      const { processor, newKey, charge } = await requests()
      const { tokens } = await fixture
      const setUp = { ...newKey(), customerId: CUSTOMER, token: tokens.good }
      const saved = succeeded(await processor.setUp(setUp))
      expect(saved).toMatchObject({ feeAmount: 0, method: expect.any(String) })
      expect(await processor.setUp(setUp)).toEqual(saved)
      const method = saved.method ?? ''
      for (const isOffSession of [true, false]) {
        const { outcome } = await charge({ kind: 'saved', method, isOffSession })
        expect(outcome).toMatchObject({ kind: 'succeeded', brand: saved.brand, last4: saved.last4, method })
      }
    })

    test('a charge can save its method too, after the required action as well', async () => {
      const { processor, entered, charge, answerAction } = await requests()
      for (const token of ['good', 'asksOnce'] as const) {
        const { request, outcome } = await charge(entered(token, CUSTOMER))
        if (outcome.kind === 'requires_action') await answerAction(outcome.actionSecret, true)
        const { method } = succeeded(await processor.find(request))
        expect((await charge({ kind: 'saved', method: method ?? '', isOffSession: true })).outcome).toMatchObject({ kind: 'succeeded' })
      }
    })

    test('a card is recognized by its fingerprint, whether it is charged or saved, and another card has another', async () => {
      const { processor, newKey, entered, charge } = await requests()
      const { tokens } = await fixture
      const { fingerprint } = succeeded((await charge(entered('good'))).outcome)
      expect(fingerprint).toEqual(expect.stringMatching(/./))
      const setUp = async (token: 'good' | 'disputed') =>
        succeeded(await processor.setUp({ ...newKey(), customerId: CUSTOMER, token: tokens[token] })).fingerprint
      expect(await setUp('good')).toBe(fingerprint)
      expect(await setUp('disputed')).toEqual(expect.not.stringMatching(fingerprint ?? ''))
    })

    test('a set-up of a declined card is declined and saves nothing', async () => {
      const { processor, newKey } = await requests()
      const { tokens } = await fixture
      expect(await processor.setUp({ ...newKey(), customerId: CUSTOMER, token: tokens.declined })).toMatchObject({ kind: 'declined' })
    })

    test('a card whose bank always requires its customer is declined off session, and asks them on session', async () => {
      const { charge, save } = await requests()
      const method = await save('asksAlways')
      const outcomes = await Promise.all([true, false].map((isOffSession) => charge({ kind: 'saved', method, isOffSession })))
      expect(outcomes.map(({ outcome }) => outcome.kind)).toEqual(['declined', 'requires_action'])
    })

    test('a removed method, and one of another organization, pay nothing', async () => {
      const { processor, charge, save, requestOf } = await requests()
      const { organizationId } = await fixture
      const method = await save('good')
      const elsewhere = requestOf({
        kind: 'saved',
        method: `${method.slice(0, -1)}${method.endsWith('0') ? '1' : '0'}`,
        isOffSession: true,
      })
      expect((await processor.charge(elsewhere)).kind).toBe('declined')
      for (const _ of [1, 2]) expect(await processor.removeMethod({ organizationId, method })).toBe(true)
      expect((await charge({ kind: 'saved', method, isOffSession: true })).outcome.kind).toBe('declined')
    })
  })

  describe(`the refunds and disputes of ${name}`, () => {
    test('a charge is refunded in parts, each once for its key, and never beyond its amount', async () => {
      const { processor, newKey, entered, charge } = await requests()
      const { request } = await charge(entered('good'))
      const part = { ...newKey(), chargeKey: request.key, amount: 1200 }
      const first = await processor.refund(part)
      expect(first).toMatchObject({ kind: 'succeeded', reference: expect.any(String) })
      expect([await processor.refund(part), await processor.findRefund(part)]).toEqual([first, first])
      const rest = { chargeKey: request.key, amount: 3000 }
      expect(await processor.refund({ ...newKey(), ...rest, amount: 3001 })).toMatchObject({ kind: 'failed', reason: 'amount_too_large' })
      const simultaneous = await Promise.all([newKey(), newKey()].map((key) => processor.refund({ ...key, ...rest })))
      expect(simultaneous.map(({ kind }) => kind).toSorted()).toEqual(['failed', 'succeeded'])
      expect((await processor.find(request)).kind).toBe('succeeded')
    })

    test('a refund that was made at the processor itself is listed beside the others, without a key, and an event says so', async () => {
      const { processor, newKey, entered, charge, refundAtProcessor, eventsOf } = await requests()
      const { request } = await charge(entered('good'))
      const listed = async () => {
        const found = await processor.listRefunds(request)
        return found.kind === 'found' ? found.refunds : found
      }
      expect(await listed()).toEqual([])
      const refund = { ...newKey(), chargeKey: request.key, amount: 1200 }
      const outcome = await processor.refund(refund)
      await refundAtProcessor(request.key, 700)
      expect(await eventsOf(request.key)).toContain('refund.updated')
      const reference = expect.any(String)
      expect(await listed()).toEqual([
        { key: refund.key, reference: outcome.kind === 'succeeded' ? outcome.reference : '', amount: 1200, outcome },
        { key: null, reference, amount: 700, outcome: { kind: 'succeeded', reference } },
      ])
      const rest = { ...newKey(), chargeKey: request.key, amount: AMOUNT - 1900 }
      expect(await processor.refund({ ...newKey(), ...rest, ...newKey(), amount: rest.amount + 1 })).toMatchObject({
        kind: 'failed',
        reason: 'amount_too_large',
      })
      expect((await processor.refund(rest)).kind).toBe('succeeded')
      expect(await processor.listRefunds(newKey())).toEqual({ kind: 'found', refunds: [] })
    })

    test('a charge that was not paid cannot be refunded', async () => {
      const { processor, newKey, entered, charge } = await requests()
      const { request } = await charge(entered('declined'))
      for (const chargeKey of [request.key, newKey().key])
        expect(await processor.refund({ ...newKey(), chargeKey, amount: 1 })).toMatchObject({ kind: 'failed', reason: 'not_charged' })
    })

    test.for([
      ['refundsLate', 'succeeded', 'amount_too_large'],
      ['refundFails', 'failed', undefined],
    ] as const)('a pending refund (%s) is reserved, ends %s, and an event says so', async ([token, kind, second]) => {
      const { processor, newKey, entered, charge, settleRefunds, eventsOf } = await requests()
      const { request } = await charge(entered(token))
      const refund = { ...newKey(), chargeKey: request.key, amount: AMOUNT }
      expect(await processor.refund(refund)).toMatchObject({ kind: 'pending' })
      const other = () => processor.refund({ ...newKey(), chargeKey: request.key, amount: 1 })
      expect(await other()).toMatchObject({ kind: 'failed', reason: 'amount_too_large' })
      await settleRefunds()
      expect(await processor.findRefund(refund)).toMatchObject({ kind })
      expect(await eventsOf(request.key)).toContain('refund.updated')
      const answer = await other()
      expect(answer.kind === 'failed' ? answer.reason : undefined).toBe(second)
    })

    test.for([
      ['wins', 'won'],
      ['loses', 'lost'],
    ] as const)('a dispute waits for the merchant, and is decided once by %s: %s', async ([verdict, status]) => {
      const { processor, entered, charge, eventsOf, evidence: texts } = await requests()
      const evidence = texts?.[verdict] ?? verdict
      const { request } = await charge(entered('disputed'))
      const opened = await processor.findDispute(request)
      expect(opened).toMatchObject({ kind: 'found', dispute: { status: 'needs_response', amount: AMOUNT, reference: expect.any(String) } })
      expect(opened.kind === 'found' && opened.dispute.feeAmount).toBeGreaterThan(0)
      const contested = await processor.contestDispute({ ...request, evidence })
      expect(contested).toMatchObject({ kind: 'found', dispute: { status } })
      expect(await processor.contestDispute({ ...request, evidence: 'something else' })).toEqual(contested)
      const events = await eventsOf(request.key)
      expect(events.filter((type) => type.startsWith('dispute.'))).toEqual(['dispute.updated', 'dispute.updated'])
    })

    test('a charge without a dispute has none', async () => {
      const { processor, entered, charge } = await requests()
      expect(await processor.findDispute((await charge(entered('good'))).request)).toEqual({ kind: 'absent' })
    })
  })
}

function succeeded(outcome: ChargeOutcome | { readonly kind: 'absent' }): Extract<ChargeAnswer, { kind: 'succeeded' }> {
  if (outcome.kind !== 'succeeded') throw new Error(`The outcome is ${outcome.kind}, not succeeded.`)
  return outcome
}
