// One connection that only listens; when it breaks it is opened again, and everybody is woken in case something was missed.
import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Heartbeat, heartbeatOf } from './heartbeat.ts'

const LISTEN_AGAIN_MS = 500

/** Hears what is told on channels, from whichever process it comes. */
export interface ListenConnection {
  /** Rejects when the first connection cannot be had; later ones are tried until they can. */
  listen(channel: string, tell: (payload: string) => void): Promise<() => Promise<void>>
  /** See `OpenDatabase`. */
  listeningSince(): number | undefined
  /** Opens the connection anew: the present one may be dead without knowing it. */
  renew(): void
  close(): Promise<void>
}

interface LiveConnection {
  readonly client: pg.Client
  readonly ended: Promise<void>
  readonly beat: Heartbeat
}

interface Hearing {
  readonly channels: ReadonlySet<string>
  readonly tell: (channel: string, payload: string) => void
  readonly onFault: (error: Error) => void
}

async function connectionOn(base: pg.ClientConfig, { channels, tell, onFault }: Hearing): Promise<LiveConnection> {
  const client = new pg.Client(base)
  client.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''))
  client.on('error', onFault)
  const ended = new Promise<void>((resolve) => void client.once('end', resolve))
  try {
    await client.connect()
    for (const channel of channels) await client.query(listening(channel))
    return { client, ended, beat: await heartbeatOf(client, base, ended) }
  } catch (error) {
    void client.end().catch(() => undefined)
    throw error
  }
}

/** Ears that are not open before somebody listens. `onFault` is told of each connection that breaks or cannot be had. */
export function listenConnectionOf(base: pg.ClientConfig, onFault: (error: Error) => void): ListenConnection {
  const heard = new EventEmitter().setMaxListeners(0)
  const channels = new Set<string>()
  let ear: LiveConnection | undefined
  let first: Promise<void> | undefined
  let isClosed = false

  const opened = (): Promise<LiveConnection> =>
    connectionOn(base, { channels, onFault, tell: (channel, payload) => heard.emit(channel, payload) })
  const openedAgain = async (): Promise<void> => {
    await wait(LISTEN_AGAIN_MS, undefined, { ref: false })
    if (isClosed) return
    ear = await opened().catch((error: Error) => void onFault(error))
    if (ear) for (const channel of channels) heard.emit(channel, '')
  }
  const stay = async (): Promise<void> => {
    while (!isClosed) {
      await ear?.ended
      ear = undefined
      await openedAgain()
    }
    await ear?.client.end()
  }
  return {
    listen: async (channel, tell) => {
      heard.on(channel, tell)
      const isNew = !channels.has(channel)
      channels.add(channel)
      first ??= opened().then((present) => {
        ear = present
        void stay()
      })
      try {
        await first
      } catch (error) {
        first = undefined
        throw error
      }
      // Where the connection is just broken, the next one listens to it from its beginning.
      if (isNew) await ear?.client.query(listening(channel)).catch(onFault)
      return async () => void heard.off(channel, tell)
    },
    listeningSince: () => ear?.beat.aliveSince(),
    renew: () => void ear?.client.end().catch(() => undefined),
    close: async () => {
      isClosed = true
      await first?.catch(() => undefined)
      await ear?.client.end()
    },
  }
}

function listening(channel: string): string {
  return `listen ${pg.escapeIdentifier(channel)}`
}
