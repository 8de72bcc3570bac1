import { useEffect, useSyncExternalStore } from 'react'
import type { Command } from '#web/command.ts'
import type { MenuItem } from '#web/ui/actions/menu.tsx'

export type { Command } from '#web/command.ts'

/** The same acts as items of a menu. */
export const menuOf = (commands: readonly Command[]): MenuItem[] =>
  commands.map(({ label, icon, run, press, danger, disabled }) => ({ label, icon, act: run, press, danger, disabled }))

let current: readonly Command[] = []
const readers = new Set<() => void>()
function set(commands: readonly Command[]): void {
  current = commands
  for (const each of readers) each()
}

/** Offers the acts of the screen that is open to the palette. Give a stable list (`useMemo`). */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    set(commands)
    return () => set([])
  }, [commands])
}

/** The acts of the screen that is open. */
export const usePageCommands = (): readonly Command[] =>
  useSyncExternalStore(
    (reader) => {
      readers.add(reader)
      return () => readers.delete(reader)
    },
    () => current,
  )
