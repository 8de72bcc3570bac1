import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cx } from '../cx.ts'
import { position } from './position.ts'

/** The props for the button of a popover. */
export interface PopoverTrigger {
  'aria-controls': string
  'aria-expanded': boolean
  'aria-haspopup': 'dialog'
  onClick: () => void
  onPointerDown: () => void
  ref: RefObject<HTMLButtonElement | null>
}

/**
 * A small panel at its button, to view or set something in place; Escape or a click outside closes it. `children` gets a `close` function.
 */
export function Popover(props: {
  label: string
  trigger: (trigger: PopoverTrigger) => ReactNode
  children: (close: () => void) => ReactNode
  side?: 'start' | 'end' | undefined
  /** `content`: as wide as the content. */
  wide?: boolean | 'content' | undefined
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  const [open, setOpen] = useState(false)
  const close = () => {
    panel.current?.hidePopover()
    button.current?.focus()
  }
  const show = () => {
    // The content must be rendered before the panel can be measured and positioned.
    flushSync(() => setOpen(true))
    if (panel.current === null || button.current === null) return
    panel.current.showPopover()
    position(panel.current, button.current, props.side)
    const first = panel.current.querySelector<HTMLElement>('input, select, textarea, button, a[href]')
    ;(first ?? panel.current).focus()
  }
  // Content that loads later changes the size of the panel.
  useLayoutEffect(() => {
    if (open && panel.current !== null && button.current !== null) position(panel.current, button.current, props.side)
  })
  return (
    <>
      {props.trigger({
        'aria-controls': id,
        'aria-expanded': open,
        'aria-haspopup': 'dialog',
        onClick: () => {
          if (!wasOpen.current) show()
          wasOpen.current = false
        },
        // The browser closes the panel before the click event, so `pointerdown` records whether it was open.
        onPointerDown: () => {
          wasOpen.current = panel.current?.matches(':popover-open') ?? false
        },
        ref: button,
      })}
      <div
        aria-label={props.label}
        className={cx(
          'floating fixed m-0 max-h-[calc(100dvh-16px)] max-w-[calc(100vw-16px)] overflow-y-auto rounded-card border-none bg-float p-16 text-label shadow-float outline-none',
          props.wide === 'content' ? 'w-max' : props.wide ? 'w-360' : 'w-264',
        )}
        id={id}
        onToggle={(event) => setOpen(event.newState === 'open')}
        popover="auto"
        ref={panel}
        role="dialog"
        tabIndex={-1}
      >
        {open && props.children(close)}
      </div>
    </>
  )
}
