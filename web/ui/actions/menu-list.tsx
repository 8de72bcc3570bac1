import type { RefObject } from 'react'
import { cx } from '../cx.ts'
import type { MenuItem } from './menu.tsx'

let entries: typeof import('./menu-entries.tsx') | undefined

/** Loads the code of the items: when a menu opens first, or before, while the page is idle. */
export async function loadMenuEntries(): Promise<void> {
  entries ??= await import('./menu-entries.tsx')
}

/** Whether menus can open at once. */
export const hasMenuEntries = (): boolean => entries !== undefined

/** The popover list of a menu; the browser closes it on Escape and on a click outside. */
export function MenuList(props: {
  id: string
  label: string
  items: readonly MenuItem[]
  list: RefObject<HTMLDivElement | null>
  open: boolean
  onToggle: (open: boolean) => void
  wide?: boolean | undefined
}) {
  return (
    <div
      aria-label={props.label}
      className={cx(
        'floating fixed m-0 max-h-[calc(100dvh-16px)] overflow-y-auto rounded-card border-none bg-float p-4 text-label shadow-float outline-none',
        props.wide ? 'w-264' : 'w-208',
      )}
      id={props.id}
      onKeyDown={(event) => entries?.handleMenuKey(event)}
      onToggle={(event) => props.onToggle(event.newState === 'open')}
      popover="auto"
      ref={props.list}
      role="menu"
      tabIndex={-1}
    >
      {props.open && entries !== undefined && <entries.MenuEntries items={props.items} />}
    </div>
  )
}
