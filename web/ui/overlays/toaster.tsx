import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { currentToasts, onToasts } from './toasts.ts'

const Toasts = lazy(() => import('./toast.tsx'))

/** Where toasts appear; once per page. They are said by `toast('…')`; what draws them comes with the first. */
export function Toaster() {
  const any = useSyncExternalStore(onToasts, () => currentToasts().length > 0)
  return (
    <Suspense>
      <Kept shown={any} />
    </Suspense>
  )
}

/** Once there was a toast the region stays, so that readers hear the next one in a place that they know. */
function Kept({ shown }: { shown: boolean }) {
  const [kept, setKept] = useState(false)
  if (shown && !kept) setKept(true)
  return kept ? <Toasts /> : null
}
