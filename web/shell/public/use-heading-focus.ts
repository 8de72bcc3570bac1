import { type RefObject, useEffect, useRef } from 'react'

/** Focuses the heading of a view that replaced another: screen readers announce it, and the next Tab continues from there. */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return heading
}
