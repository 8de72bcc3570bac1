import { type ReactNode, useEffect, useRef } from 'react'
import { hideBubble, showBubble } from './bubble.ts'

const hoverDelayMs = 400

/** Shows `text` while its only child is hovered for a moment or focused by keyboard; Escape hides it. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const anchor = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const show = (delayMs: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const child = anchor.current?.firstElementChild
      if (child) showBubble(child, text)
    }, delayMs)
  }
  const hide = () => {
    clearTimeout(timer.current)
    hideBubble(anchor.current?.firstElementChild)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the wrapper only listens; the child is the interactive element.
    <span
      className="contents"
      onBlur={hide}
      onClick={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
      onPointerEnter={(event) => event.pointerType === 'mouse' && show(hoverDelayMs)}
      onPointerLeave={hide}
      ref={anchor}
    >
      {children}
    </span>
  )
}
