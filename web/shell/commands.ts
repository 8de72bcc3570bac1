import { useEffect, useSyncExternalStore } from 'react'
import type { Command } from '#web/command.ts'

export type { Command } from '#web/command.ts'

let current: readonly Command[] = []
const listeners = new Set<() => void>()
function setCommands(commands: readonly Command[]): void {
  current = commands
  for (const each of listeners) each()
}

/** Publishes the commands of the open page to the palette. The list must be stable (`useMemo`). */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    setCommands(commands)
    return () => setCommands([])
  }, [commands])
}

/** The commands of the open page. */
export const usePageCommands = (): readonly Command[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
