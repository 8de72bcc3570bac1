import { useSyncExternalStore } from 'react'

function subscribe(reader: () => void): () => void {
  window.addEventListener('online', reader)
  window.addEventListener('offline', reader)
  return () => {
    window.removeEventListener('online', reader)
    window.removeEventListener('offline', reader)
  }
}

/** Whether the device says that it is connected. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
