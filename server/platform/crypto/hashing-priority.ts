import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** The threads in which Node hashes, as Linux names them. */
const NAME = 'libuv-worker'
/** Of a busy core they still get about a tenth. */
const NICENESS = 10
const TASKS = '/proc/self/task'

/**
 * Lets the threads that hash give way to the one that answers: on a single core a hash would hold up whoever is signed in
 * already for as long as it takes. Linux has a priority for each thread; elsewhere nothing is done. The threads must run already.
 */
export function lowerHashingPriority(): void {
  if (process.platform !== 'linux') return
  try {
    for (const thread of readdirSync(TASKS)) {
      if (readFileSync(`${TASKS}/${thread}/comm`, 'utf8').trim() === NAME) setPriority(Number(thread), NICENESS)
    }
  } catch {
    // A container may hide its tasks or forbid priorities: everything works as well without.
  }
}
