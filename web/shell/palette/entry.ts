import type { ReactNode } from 'react'
import type { SearchTexts } from './match.ts'

/** An entry of the palette: a page, an action, or a resource that was found. */
export interface Entry extends SearchTexts {
  /** Unique in the palette. */
  readonly id: string
  readonly icon: ReactNode
  readonly run: () => void
  readonly shortcut?: string | undefined
  /** At the end of the row: an amount. */
  readonly end?: ReactNode
  /** The actions on it, offered below the results while it is the best of them. */
  readonly actions?: readonly Entry[] | undefined
}
