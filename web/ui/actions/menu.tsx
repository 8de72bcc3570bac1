import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Icon } from '../icons/icon.tsx'
import { type Point, position } from '../overlays/position.ts'
import { hasMenuEntries, loadMenuEntries, MenuList } from './menu-list.tsx'

/** A menu item; `'line'` separates groups; `{ title }` is the header of a group. An item with `href` is a link. */
export type MenuItem =
  | 'line'
  | { readonly title: string }
  | {
      readonly label: string
      readonly icon?: Icon | undefined
      readonly image?: ReactNode | undefined
      readonly onSelect?: (() => void) | undefined
      readonly href?: string | undefined
      readonly shortcut?: string | undefined
      readonly danger?: boolean | undefined
      readonly disabled?: boolean | undefined
      /** Set for a choice among several (a theme, an organization): true shows a check mark. */
      readonly checked?: boolean | undefined
    }

/** The props for the button of a menu. */
export interface MenuTrigger {
  'aria-controls': string
  'aria-expanded': boolean
  'aria-haspopup': 'menu'
  onClick: () => void
  onPointerDown: () => void
  onKeyDown: (event: KeyboardEvent) => void
  ref: RefObject<HTMLButtonElement | null>
}

/**
 * A menu that opens from its button: `trigger` renders it (`(props) => <IconButton {...props} … />`). Arrow keys, Home, End, first letters,
 * Escape. `side`: the aligned edges. `label` is for screen readers.
 */
export function Menu(props: {
  label: string
  items: readonly MenuItem[]
  trigger: (trigger: MenuTrigger) => ReactNode
  side?: 'start' | 'end' | undefined
  wide?: boolean | undefined
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  const { list, open, toggle, show } = useMenu(() => button.current, props.side ?? 'start')
  return (
    <>
      {props.trigger({
        'aria-controls': id,
        'aria-expanded': open,
        'aria-haspopup': 'menu',
        onClick: () => {
          if (!wasOpen.current) show('none')
          wasOpen.current = false
        },
        // The browser closes the list before the click event, so `pointerdown` records whether it was open.
        onPointerDown: () => {
          wasOpen.current = list.current?.matches(':popover-open') ?? false
        },
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          show(event.key === 'ArrowDown' ? 'first' : 'last')
        },
        ref: button,
      })}
      <MenuList id={id} items={props.items} label={props.label} list={list} onToggle={toggle} open={open} wide={props.wide} />
    </>
  )
}

/** The state of a menu's list. `anchor` is called when the menu opens: a button, or the point of a right click. */
export function useMenu(anchor: () => Element | Point | null, side: 'start' | 'end') {
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const show = (focus: 'first' | 'last' | 'none'): void => {
    if (!hasMenuEntries()) return void loadMenuEntries().then(() => show(focus))
    const at = anchor()
    if (list.current === null || at === null) return
    // The items must be rendered before the list can be measured and positioned.
    flushSync(() => setOpen(true))
    list.current.showPopover()
    position(list.current, at, side)
    const items = [...list.current.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
    const first = focus === 'last' ? items.at(-1) : items[0]
    if (focus === 'none') list.current.focus()
    else first?.focus()
  }
  const toggle = (isOpen: boolean) => {
    setOpen(isOpen)
    const from = anchor()
    if (
      !isOpen &&
      from instanceof HTMLElement &&
      (document.activeElement === document.body || list.current?.contains(document.activeElement))
    )
      from.focus()
  }
  return { list, open, show, toggle }
}
