import type { ReactNode } from 'react'
import type { Scope } from '#contract/access.ts'
import type { Command } from '#web/command.ts'
import type { MenuItem } from '#web/ui/actions/menu.tsx'
import { useMay } from './permission.ts'

/** Renders what only users with the scope may do. */
export const Permitted = ({ needs, children }: { needs: Scope; children: ReactNode }) => useMay()(needs) && children

/** Groups of commands as menu items, with a line between two groups; only what the user may do. */
export function useMenuOf(): (...groups: readonly (readonly Command[])[]) => MenuItem[] {
  const may = useMay()
  return (...groups) =>
    groups
      .map((commands) => commands.filter(({ needs }) => may(needs)).map(itemOf))
      .filter((items) => items.length > 0)
      .flatMap((items, at) => (at === 0 ? items : ['line', ...items]))
}

const itemOf = ({ label, icon, run, shortcut, danger, disabled }: Command): MenuItem => ({
  label,
  icon,
  onSelect: run,
  shortcut,
  danger,
  disabled,
})
