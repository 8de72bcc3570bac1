import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { currentToasts, onToasts } from './toasts.ts'

const Toasts = lazy(() => import('./toast.tsx'))

/** The region for toasts, once per page. `toast('…')` adds one; the code that renders them loads with the first. */
export function Toaster() {
  const hasToasts = useSyncExternalStore(onToasts, () => currentToasts().length > 0)
  return (
    <Suspense>
      <ToastRegion shown={hasToasts} />
    </Suspense>
  )
}

/** Stays mounted after the first toast, so that screen readers announce the next one from a known live region. */
function ToastRegion({ shown }: { shown: boolean }) {
  const [isMounted, setIsMounted] = useState(false)
  if (shown && !isMounted) setIsMounted(true)
  return isMounted ? <Toasts /> : null
}
