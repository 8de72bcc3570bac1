import { lazy, StrictMode, Suspense, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { Boundary } from '#web/boundary.tsx'
import { uiLanguage } from '#web/language.ts'
import { PageFailure } from '#web/shell/public/failure.tsx'
import { PublicNotFound } from '#web/shell/public/not-found.tsx'
import { t } from '#web/shell/public/words.ts'
import { LanguageProvider } from '#web/ui/language.tsx'
import { SignInView } from './sign-in.tsx'

/** A plain path is a view; whatever else the server hands this page for is not found. Signing in comes at once, the others with their visit. */
const views: Readonly<Record<string, React.ComponentType>> = {
  '/sign-in': SignInView,
  '/sign-up': lazy(() => import('./sign-up.tsx')),
  '/forgot-password': lazy(() => import('./forgot-password.tsx')),
  '/reset-password': lazy(() => import('./reset-password.tsx')),
  '/verify-email': lazy(() => import('./verify-email.tsx')),
  '/error': lazy(() => import('./error.tsx')),
  '/goodbye': lazy(() => import('./goodbye.tsx')),
  '/signed-out': lazy(() => import('./signed-out.tsx')),
}
const View = views[location.pathname.replace(/(.)\/$/, '$1')] ?? NotFoundView

function NotFoundView() {
  useEffect(() => {
    document.title = `${t('notFound.title')} · ${t('product')}`
  }, [])
  return <PublicNotFound />
}

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider language={uiLanguage}>
        <Boundary fallback={() => <PageFailure offline={!navigator.onLine} requestId={null} />}>
          <Suspense>
            <View />
          </Suspense>
        </Boundary>
      </LanguageProvider>
    </StrictMode>,
  )
}
