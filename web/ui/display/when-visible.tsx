import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

const nearPixels = 200

/** Renders its children once they are about to become visible; `placeholder` until then and while their code loads. */
export function WhenVisible({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (place.current === null) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: `${nearPixels}px` })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  if (isNear) return <Suspense fallback={placeholder}>{children}</Suspense>
  return <div ref={place}>{placeholder}</div>
}
