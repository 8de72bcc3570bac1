import { z } from 'zod'
import { type JobKind, job } from '../worker/job.ts'
import type { Listener } from './listen.ts'
import { told } from './relay.ts'
import { findRelayedFact } from './store.ts'

const heardAgain = z.object({ fact: z.guid(), listener: z.string() })

/** A fact and the listener that could not hear it. */
export type HeardAgain = z.output<typeof heardAgain>

/** The job that gives a fact again to a listener that threw, in a transaction of its own. */
export function hearAgainOf(listeners: readonly Listener[]): JobKind<HeardAgain> {
  return job({
    kind: 'outbox:hear-again',
    payload: heardAgain,
    run: async (order, platform, { now }) => {
      const listener = listeners.find((each) => each.name === order.listener)
      if (!listener) throw new Error(`There is no listener named ${order.listener}.`)
      await platform.database.transaction(async (tx) => {
        const fact = await findRelayedFact(tx, order.fact)
        if (fact) await listener.hear(tx, told(fact, platform), { platform, now })
      })
    },
  })
}
