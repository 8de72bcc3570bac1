import { z } from 'zod'
import { type JobKind, job } from '../worker/job.ts'
import type { Listener } from './listener.ts'
import { receivedEvent } from './relay.ts'
import { findRelayedEvent } from './store.ts'

const listenerRetry = z.object({ fact: z.guid(), listener: z.string() })

/** A fact and the listener that could not hear it. */
export type ListenerRetry = z.output<typeof listenerRetry>

/** The job that gives a fact again to a listener that threw, in a transaction of its own. */
export function retryListenerJob(listeners: readonly Listener[]): JobKind<ListenerRetry> {
  return job({
    kind: 'outbox:hear-again',
    payload: listenerRetry,
    run: async (order, platform, { now }) => {
      const listener = listeners.find((each) => each.name === order.listener)
      if (!listener) throw new Error(`There is no listener named ${order.listener}.`)
      await platform.database.transaction(async (tx) => {
        const fact = await findRelayedEvent(tx, order.fact)
        if (fact) await listener.handle(tx, receivedEvent(fact, platform), { platform, now })
      })
    },
  })
}
