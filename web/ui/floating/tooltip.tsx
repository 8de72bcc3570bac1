import { cloneElement, type ReactElement, useEffect, useId, useRef } from 'react'
import { place } from './place.ts'

const patience = 400

/** Says `text` while its one child is hovered for a moment or focused by keyboard. The child takes `aria-describedby`. */
export function Tooltip({
  text,
  children,
}: {
  text: string
  children: ReactElement<{ 'aria-describedby'?: string; 'aria-label'?: string }>
}) {
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const show = (after: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const child = anchor.current?.firstElementChild
      if (!bubble.current || !child?.isConnected) return
      bubble.current.showPopover()
      place(bubble.current, child, 'centre')
    }, after)
  }
  const hide = () => {
    clearTimeout(timer.current)
    if (bubble.current?.matches(':popover-open')) bubble.current.hidePopover()
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  // What already bears the same words as its name is not described by them once more.
  const described = children.props['aria-label'] === text ? children : cloneElement(children, { 'aria-describedby': id })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the wrapper only listens; what is acted on is the child.
    <span
      className="contents"
      onBlur={hide}
      onClick={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
      onPointerEnter={(event) => event.pointerType === 'mouse' && show(patience)}
      onPointerLeave={hide}
      ref={anchor}
    >
      {described}
      <span
        className="floating pointer-events-none fixed m-0 max-w-320 rounded-control border-none bg-text px-8 py-4 text-caption text-canvas"
        id={id}
        popover="manual"
        ref={bubble}
        role="tooltip"
      >
        {text}
      </span>
    </span>
  )
}
