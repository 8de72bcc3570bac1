import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** The name that Linux has for the threads in which Node hashes. */
const NAME = 'libuv-worker'
/** With this niceness they get about a tenth of a busy core. */
const NICENESS = 10
const TASKS = '/proc/self/task'

/**
 * Lowers the priority of the hashing threads below the main thread: on a single core a hash would otherwise delay every request of
 * signed-in users. Only Linux has a priority per thread; elsewhere this does nothing. The threads must be running.
 */
export function lowerHashingPriority(): void {
  if (process.platform !== 'linux') return
  try {
    for (const thread of readdirSync(TASKS)) {
      if (readFileSync(`${TASKS}/${thread}/comm`, 'utf8').trim() === NAME) setPriority(Number(thread), NICENESS)
    }
  } catch {
    // A container may hide its tasks or forbid changing priorities: the server works without.
  }
}
