// One connection that only listens. If it breaks it is reopened, and every listener is called in case it missed a notification.
import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Heartbeat, heartbeatOf } from './heartbeat/heartbeat.ts'

const REOPEN_AFTER_MS = 500

/** Receives notifications on channels, from any process. */
export interface ListenConnection {
  /** Rejects if the first connection cannot be opened; later ones are retried until they can. */
  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>>
  /** See `OpenDatabase`. */
  listeningSince(): number | undefined
  /** Reopens the connection: it may be dead without an error. */
  renew(): void
  close(): Promise<void>
}

interface LiveConnection {
  readonly client: pg.Client
  readonly ended: Promise<void>
  readonly heartbeat: Heartbeat
}

interface ConnectionOptions {
  readonly channels: ReadonlySet<string>
  readonly onNotification: (channel: string, payload: string) => void
  readonly onFault: (error: Error) => void
}

async function connectionOn(base: pg.ClientConfig, { channels, onNotification, onFault }: ConnectionOptions): Promise<LiveConnection> {
  const client = new pg.Client(base)
  client.on('notification', ({ channel, payload }) => onNotification(channel, payload ?? ''))
  client.on('error', onFault)
  const ended = new Promise<void>((resolve) => void client.once('end', resolve))
  try {
    await client.connect()
    for (const channel of channels) await client.query(listenStatement(channel))
    return { client, ended, heartbeat: await heartbeatOf(client, base, ended) }
  } catch (error) {
    void client.end().catch(() => undefined)
    throw error
  }
}

/**
 * A connection that is opened when the first listener is added. `onFault` is called for each connection that breaks or cannot be
 * opened.
 */
export function listenConnectionOf(base: pg.ClientConfig, onFault: (error: Error) => void): ListenConnection {
  const notifications = new EventEmitter().setMaxListeners(0)
  const channels = new Set<string>()
  let current: LiveConnection | undefined
  let first: Promise<void> | undefined
  let isClosed = false

  const open = (): Promise<LiveConnection> =>
    connectionOn(base, { channels, onFault, onNotification: (channel, payload) => notifications.emit(channel, payload) })
  const reopen = async (): Promise<void> => {
    await wait(REOPEN_AFTER_MS, undefined, { ref: false })
    if (isClosed) return
    current = await open().catch((error: Error) => void onFault(error))
    if (current) for (const channel of channels) notifications.emit(channel, '')
  }
  const keepOpen = async (): Promise<void> => {
    while (!isClosed) {
      await current?.ended
      current = undefined
      await reopen()
    }
    await current?.client.end()
  }
  return {
    listen: async (channel, handler) => {
      notifications.on(channel, handler)
      const isNew = !channels.has(channel)
      channels.add(channel)
      first ??= open().then((connection) => {
        current = connection
        void keepOpen()
      })
      try {
        await first
      } catch (error) {
        first = undefined
        throw error
      }
      // If the connection is broken at the moment, the next one listens to the channel from its start.
      if (isNew) await current?.client.query(listenStatement(channel)).catch(onFault)
      return async () => void notifications.off(channel, handler)
    },
    listeningSince: () => current?.heartbeat.aliveSince(),
    renew: () => void current?.client.end().catch(() => undefined),
    close: async () => {
      isClosed = true
      await first?.catch(() => undefined)
      await current?.client.end()
    },
  }
}

function listenStatement(channel: string): string {
  return `listen ${pg.escapeIdentifier(channel)}`
}
