import { useSyncExternalStore } from 'react'

const step = 30_000
let now = new Date()
const readers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(reader: () => void): () => void {
  if (readers.size === 0) {
    timer = setInterval(() => {
      now = new Date()
      for (const each of readers) each()
    }, step)
  }
  readers.add(reader)
  return () => {
    readers.delete(reader)
    if (readers.size === 0) clearInterval(timer)
  }
}

/** The present, renewed each half minute for all who show it: one timer for a whole page. */
export const useNow = (): Date => useSyncExternalStore(subscribe, () => now)
