import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { Boundary } from '#web/boundary.tsx'
import { fullLanguage } from '#web/full-language.ts'
import { LanguageProvider } from '#web/ui/language.tsx'
import { interceptLinks, slug, usePath } from './place.ts'
import { Portal } from './portal.tsx'
import { takeUrlSecrets } from './session.ts'

const loadFailure = () => import('#web/shell/public/failure.tsx').then(({ PageFailure }) => ({ default: PageFailure }))
const PageFailure = lazy(loadFailure)
// Ahead, because a page that fails may be one that can no longer load anything.
addEventListener('load', () => void loadFailure())

// First of all: no script, link or history entry sees the secrets of the URL.
const secrets = takeUrlSecrets(slug)
interceptLinks()

function Root() {
  const path = usePath()
  return (
    <Boundary
      fallback={() => (
        <Suspense fallback={null}>
          <PageFailure requestId={null} />
        </Suspense>
      )}
      resetOn={path}
    >
      <Portal secrets={secrets} slug={slug} />
    </Boundary>
  )
}

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider language={fullLanguage}>
        <Root />
      </LanguageProvider>
    </StrictMode>,
  )
}
