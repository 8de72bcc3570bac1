import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { Boundary } from '#web/boundary.tsx'
import { uiLanguage } from '#web/language.ts'
import { LanguageProvider } from '#web/ui/language.tsx'
import { isFramed } from './is-framed.ts'
import { CheckoutPage } from './page.tsx'

const BuyPage = lazy(() => import('./buy.tsx'))
const loadFailure = () => import('#web/shell/public/failure.tsx').then(({ PageFailure }) => ({ default: PageFailure }))
const PageFailure = lazy(loadFailure)
// Ahead, because a page that fails may be one that can no longer load anything.
addEventListener('load', () => void loadFailure())

// The path is `/checkout/{client secret}`, optionally followed by `/confirmation` or similar, `/embed/checkout/{client secret}`, or
// `/buy/{client secret of a link}`; an invalid escape is an unknown secret.
function secretOf(path: string): string {
  const [, first, second = '', third = ''] = path.split('/')
  const secret = first === 'embed' ? third : second
  try {
    return decodeURIComponent(secret)
  } catch {
    return secret
  }
}

// The framing page sets the height of its frame by the height of the content, which therefore does not depend on the window.
if (isFramed) document.documentElement.dataset['framed'] = ''

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider language={uiLanguage}>
        <Boundary
          fallback={() => (
            <Suspense fallback={null}>
              <PageFailure requestId={null} />
            </Suspense>
          )}
        >
          {location.pathname.startsWith('/buy/') ? (
            <Suspense fallback={null}>
              <BuyPage secret={secretOf(location.pathname)} />
            </Suspense>
          ) : (
            <CheckoutPage secret={secretOf(location.pathname)} />
          )}
        </Boundary>
      </LanguageProvider>
    </StrictMode>,
  )
}
