// Runs the sequences of a wave side by side, and makes one that fails shorter.
import { expectSoundBooks } from '#test/support/books/invariants.ts'
import type { TestServer } from '#test/support/server.ts'
import { type Customer, newCustomer, take } from './acts.ts'
import { expectChange, expectConservation, expectRenewal } from './checks.ts'
import { readRecords } from './records.ts'
import type { Act, Wave } from './sequences.ts'
import { later, openShop, passTo, type Shop } from './shop.ts'
import { observe } from './value.ts'

/** A sequence of a wave that failed, and why; null: the merchant's clock has stopped, or its books are wrong, so that it cannot be said which. */
export interface Failure {
  readonly at: number | null
  readonly error: unknown
}

/** The customers of a wave; one whose sequence has failed does nothing any more. */
interface Run {
  readonly shop: Shop
  readonly customers: readonly Customer[]
  readonly failed: Map<number, unknown>
}

/** Runs a wave; returns the failures. */
export async function runWave(server: TestServer, { terms, sequences }: Wave): Promise<Failure[]> {
  const shop = await openShop(server, terms)
  const run: Run = { shop, customers: sequences.map(() => newCustomer(shop)), failed: new Map() }
  const failures: Failure[] = []
  const failMerchant = (error: unknown) => void failures.push({ at: null, error })
  await runSteps(run, sequences).catch(failMerchant)
  await expectSoundBooks(server, shop.merchant).catch(failMerchant)
  return [...[...run.failed].map(([at, error]) => ({ at, error })), ...failures]
}

async function runSteps(run: Run, sequences: Wave['sequences']): Promise<void> {
  for (const [index, place] of (sequences[0] ?? []).entries()) {
    if (place.do === 'pass') await pass(run, place.hours)
    else await act(run, (which) => sequences[which]?.[index] ?? { do: 'wait' })
    if (run.failed.size === sequences.length) break
  }
}

async function act(run: Run, actOf: (which: number) => Act): Promise<void> {
  const { shop } = run
  await forEach(run, (customer, which) => take(shop, customer, actOf(which)))
  await shop.server.drain()
  await look(run)
}

async function forEach({ customers, failed }: Run, each: (customer: Customer, which: number) => Promise<void> | void): Promise<void> {
  for (const [which, customer] of customers.entries()) {
    if (failed.has(which)) continue
    try {
      await each(customer, which)
    } catch (error) {
      failed.set(which, error)
    }
  }
}

// From end to end of the periods, so that at most one begins for each customer before it is looked at.
async function pass(run: Run, hours: number): Promise<void> {
  const { shop, customers } = run
  const target = later(shop, hours)
  while (shop.now < target) {
    const present = customers.flatMap(({ account }, which) => (run.failed.has(which) ? [] : account.records.subscriptions))
    const ends = present.filter(({ endedAt, end }) => endedAt === null && end > shop.now).map(({ end }) => end)
    await passTo(shop, Math.min(target, ...ends))
    await look(run)
  }
}

async function look(run: Run): Promise<void> {
  const { shop } = run
  const { now } = shop
  const { ledger, of } = await readRecords(shop)
  if (ledger !== 0) throw new Error(`The ledger sums to ${ledger}.`)
  await forEach(run, (customer) => {
    if (customer.id === null) return
    const { account } = customer
    const [before, after] = [account.records, of(customer.id)]
    observe(shop, account, { records: after, now })
    expectChange(customer, { before, after })
    customer.change = null
    expectRenewal(customer, { before, after, now })
    expectConservation(shop, account)
  })
}

/** A sequence with its merchant, and why it fails. */
export interface FailingSequence {
  readonly terms: Wave['terms']
  readonly acts: readonly Act[]
  readonly error: unknown
}

/** Makes a sequence that fails shorter, as long as it fails: acts are left out, several at once where that is possible. */
export async function shrink(server: TestServer, from: FailingSequence, untilMs: number): Promise<FailingSequence> {
  let shortest = from
  const take = async (tried: Pick<FailingSequence, 'terms' | 'acts'>): Promise<boolean> => {
    if (performance.now() > untilMs) return false
    const [failure] = await runWave(server, { terms: tried.terms, sequences: [tried.acts] })
    if (failure) shortest = { ...tried, error: failure.error }
    return failure !== undefined
  }
  const simple = { taxes: 'none', zone: 'UTC', downgrades: 'now', final: 'canceled' } as const
  await take({ ...shortest, terms: { ...shortest.terms, ...simple } })
  for (let size = Math.ceil(from.acts.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = shortest.acts.length - size; at >= 0; at -= 1) {
      const acts = shortest.acts.filter((_, index) => index < at || index >= at + size)
      if (await take({ ...shortest, acts })) at = Math.min(at, shortest.acts.length - size + 1)
    }
  }
  for (const change of Object.entries(simple)) await take({ ...shortest, terms: { ...shortest.terms, ...Object.fromEntries([change]) } })
  return shortest
}
