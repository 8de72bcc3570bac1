import type { OpenDatabase } from '../database/database.ts'
import { outside } from '../database/outside.ts'

/** The channel on which workers are notified of new work. */
export const WORK_CHANNEL = 'guildhall_work'
const COALESCE_MS = 5

/** Notifies all workers of new work, at most once in 5 ms. A lost notification costs a second at most. */
export function wakeOf(database: Pick<OpenDatabase, 'notify'>, onFault: (error: unknown) => void): () => void {
  let waiting = false
  const send = (): void => {
    waiting = false
    database.notify(WORK_CHANNEL, '').catch(onFault)
  }
  return () => {
    if (waiting) return
    waiting = true
    outside(() => setTimeout(send, COALESCE_MS).unref())
  }
}
