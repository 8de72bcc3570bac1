import { useEffect } from 'react'
import { PublicNotFound } from '#web/shell/public/not-found.tsx'
import { t } from '#web/shell/public/words.ts'

/** Whatever address the server hands the sign-in pages besides their own. */
export default function NotFoundView() {
  useEffect(() => {
    document.title = `${t('notFound.title')} · ${t('product')}`
  }, [])
  return <PublicNotFound />
}
