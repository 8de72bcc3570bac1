import type { Icon } from './ui/icons/drawn.tsx'

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
