import { z } from 'zod'
import { type JobKind, job } from '../worker/job.ts'
import type { Listener } from './listener.ts'
import { relayedEvents } from './relayed-events.ts'

const listenerRetry = z.object({ event: z.guid(), listener: z.string() })

/** An event and the listener that failed on it. */
export type ListenerRetry = z.output<typeof listenerRetry>

/** The job that delivers an event again to a listener that threw, in a transaction of its own. */
export function retryListenerJob(listeners: readonly Listener[]): JobKind<ListenerRetry> {
  return job({
    kind: 'outbox:retry-listener',
    payload: listenerRetry,
    run: async (payload, platform, { now }) => {
      const listener = listeners.find((each) => each.name === payload.listener)
      if (!listener) throw new Error(`There is no listener named ${payload.listener}.`)
      await platform.database.transaction(async (tx) => {
        const [event] = await relayedEvents(tx, platform, [payload.event])
        if (event) await listener.handle(tx, event, { platform, now })
      })
    },
  })
}
