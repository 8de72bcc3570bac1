// The cost of requests for this process: processor time and memory, not the time of the wall, which other work on the machine changes.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The processor time of this thread so far, in milliseconds: as long as it runs, no other request is answered. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

let collect: (() => void) | undefined

/** The bytes of the heap and of buffers outside it that are still referred to. */
export async function retainedBytes(): Promise<number> {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  // Timers and closed sockets let go of their requests first.
  await new Promise((done) => setTimeout(done, 20))
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Prints rows of text as one table with aligned columns. */
export function printTable(title: string, rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))),
  )
  console.log([title, ...lines.map((cells) => cells.join('  '))].join('\n'))
}
