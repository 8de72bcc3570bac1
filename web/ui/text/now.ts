import { useSyncExternalStore } from 'react'

const intervalMs = 30_000
let now = new Date()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    timer = setInterval(() => {
      now = new Date()
      for (const each of listeners) each()
    }, intervalMs)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** The current time, updated every 30 seconds with one timer per page. */
export const useNow = (): Date => useSyncExternalStore(subscribe, () => now)
