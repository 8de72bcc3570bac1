import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { OpenDatabase } from '../database/database.ts'
import { outside } from '../database/outside.ts'
import type { Live, ServerEvent } from './live.ts'

const CHANNEL = 'guildhall_live'
/** PostgreSQL limits a notification to less than 8000 bytes. */
const MESSAGE_BYTES = 7500

interface Message {
  readonly from: string
  readonly channel: string
  readonly event: ServerEvent
}

/** A `Live` that can be closed. */
export interface RunningLive extends Live {
  close(): Promise<void>
}

/**
 * Publishes to the watchers of this process directly and to those of other instances through the database. An event that is too large
 * for one notification reaches other instances without its data. `onFault` is called if it could not be sent.
 */
export async function createLive(
  database: Pick<OpenDatabase, 'listen' | 'notify'>,
  onFault: (error: unknown) => void = () => undefined,
): Promise<RunningLive> {
  const instanceId = randomUUID()
  const emitter = new EventEmitter().setMaxListeners(0)
  const stop = await outside(() =>
    database.listen(CHANNEL, (payload) => {
      const message = parse(payload)
      if (message && message.from !== instanceId) emitter.emit(message.channel, message.event)
    }),
  )
  return {
    publish: (channel, event) => {
      emitter.emit(channel, event)
      outside(() => database.notify(CHANNEL, serialize({ from: instanceId, channel, event })).catch(onFault))
    },
    watch: (channel, handler) => {
      emitter.on(channel, handler)
      return () => void emitter.off(channel, handler)
    },
    close: async () => {
      emitter.removeAllListeners()
      await stop()
    },
  }
}

function serialize(message: Message): string {
  const whole = JSON.stringify(message)
  return Buffer.byteLength(whole) <= MESSAGE_BYTES
    ? whole
    : JSON.stringify({ ...message, event: { event: message.event.event, data: null } })
}

// After a broken connection the listener gets an empty notification.
function parse(payload: string): Message | undefined {
  return payload === '' ? undefined : (JSON.parse(payload) as Message)
}
