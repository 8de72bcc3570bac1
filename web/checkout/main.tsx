import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { Boundary } from '#web/boundary.tsx'
import { uiLanguage } from '#web/language.ts'
import { PageFailure } from '#web/shell/public/failure.tsx'
import { LanguageProvider } from '#web/ui/language.tsx'
import { CheckoutPage } from './page.tsx'

const BuyPage = lazy(() => import('./buy.tsx'))

// The path is `/checkout/{client secret}`, optionally followed by `/confirmation` or similar, or `/buy/{client secret of a link}`; an invalid escape is an unknown secret.
function secretOf(path: string): string {
  try {
    return decodeURIComponent(path.split('/')[2] ?? '')
  } catch {
    return path.split('/')[2] ?? ''
  }
}

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider language={uiLanguage}>
        <Boundary fallback={() => <PageFailure requestId={null} />}>
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
