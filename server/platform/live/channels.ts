import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { OpenDatabase } from '../database/database.ts'
import { outside } from '../database/outside.ts'
import type { ServerEvent } from '../http/request.ts'
import type { Live } from './live.ts'

const CHANNEL = 'guildhall_live'
/** PostgreSQL carries less than 8000 bytes in one message. */
const MESSAGE_BYTES = 7500

interface Message {
  readonly from: string
  readonly channel: string
  readonly event: ServerEvent
}

/** A `Live` that can be ended. */
export interface RunningLive extends Live {
  close(): Promise<void>
}

/**
 * Tells the watchers of this process at once and those of other instances through the database. An event too large for one
 * message reaches other instances without its data. `onFault` is told when they could not be reached.
 */
export async function createLive(
  database: Pick<OpenDatabase, 'listen' | 'notify'>,
  onFault: (error: unknown) => void = () => undefined,
): Promise<RunningLive> {
  const self = randomUUID()
  const watched = new EventEmitter().setMaxListeners(0)
  const stop = await outside(() =>
    database.listen(CHANNEL, (payload) => {
      const message = parsed(payload)
      if (message && message.from !== self) watched.emit(message.channel, message.event)
    }),
  )
  return {
    publish: (channel, event) => {
      watched.emit(channel, event)
      outside(() => database.notify(CHANNEL, written({ from: self, channel, event })).catch(onFault))
    },
    watch: (channel, heard) => {
      watched.on(channel, heard)
      return () => void watched.off(channel, heard)
    },
    close: async () => {
      watched.removeAllListeners()
      await stop()
    },
  }
}

function written(message: Message): string {
  const whole = JSON.stringify(message)
  return Buffer.byteLength(whole) <= MESSAGE_BYTES
    ? whole
    : JSON.stringify({ ...message, event: { event: message.event.event, data: null } })
}

// After a broken connection the listener is woken by an empty message.
function parsed(payload: string): Message | undefined {
  return payload === '' ? undefined : (JSON.parse(payload) as Message)
}
