import type { Scope } from '#contract/access.ts'
import type { Icon } from './ui/icons/icon.tsx'

/**
 * An action, defined once for the row menu, the page header and the palette. Each folder of `web/parts` defines its own in `commands.tsx`.
 */
export interface Command {
  readonly id: string
  readonly label: string
  readonly icon: Icon
  readonly run: () => void
  /** Where it leads, if it only does that: its button is a link. */
  readonly href?: string | undefined
  readonly shortcut?: string | undefined
  readonly danger?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** The scope that it needs; users without it are not offered it. */
  readonly needs?: Scope | undefined
}
