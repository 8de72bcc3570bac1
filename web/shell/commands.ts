import { useEffect, useSyncExternalStore } from 'react'
import type { MenuItem } from '#web/ui/acts/menu.tsx'
import type { Icon } from '#web/ui/icons/drawn.tsx'

/** An act, defined once: the row menu, the page's head and the palette show it. A part's `commands.tsx` makes them. */
export interface Command {
  readonly id: string
  readonly label: string
  readonly icon: Icon
  readonly run: () => void
  readonly press?: string | undefined
  readonly danger?: boolean | undefined
  readonly disabled?: boolean | undefined
}

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
