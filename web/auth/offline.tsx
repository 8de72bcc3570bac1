import { useEffect } from 'react'
import { FullPage } from '#web/shell/public/full-page.tsx'
import { useOnline } from '#web/shell/public/online.ts'
import { t } from '#web/shell/public/words.ts'
import { Failure } from '#web/ui/showing/failure.tsx'

/** The device is not connected; goes back by itself once it is. */
export function OfflineView() {
  const online = useOnline()
  useEffect(() => {
    const back = () => location.replace('/dashboard')
    window.addEventListener('online', back)
    return () => window.removeEventListener('online', back)
  }, [])
  return (
    <FullPage>
      <Failure
        offline
        onRetry={online ? () => location.replace('/dashboard') : undefined}
        text={t('offline.text')}
        title={t('offline.title')}
      />
    </FullPage>
  )
}
