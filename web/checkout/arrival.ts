import { type RefObject, useEffect, useRef } from 'react'

/** For the heading of what took another's place on the page: readers hear it, and the next Tab goes on from there. */
export function useArrival(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return heading
}
