import type { OpenDatabase } from '../database/database.ts'
import { outside } from '../database/outside.ts'

/** The channel on which workers are told that there is work. */
export const WORK_CHANNEL = 'guildhall_work'
const COALESCE_MS = 5

/** Tells all workers that there is work, at most once in 5 ms however often it is called. Losing one costs a second at most. */
export function wakeOf(database: Pick<OpenDatabase, 'notify'>, onFault: (error: unknown) => void): () => void {
  let waiting = false
  const tell = (): void => {
    waiting = false
    database.notify(WORK_CHANNEL, '').catch(onFault)
  }
  return () => {
    if (waiting) return
    waiting = true
    outside(() => setTimeout(tell, COALESCE_MS).unref())
  }
}
