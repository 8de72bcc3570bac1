import { type ComponentType, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Boundary } from '#web/boundary.tsx'
import { uiLanguage } from '#web/language.ts'
import { PageFailure } from '#web/shell/public/failure.tsx'
import { LanguageProvider } from '#web/ui/language.tsx'
import { isKnown } from './options.ts'
import { SignInView } from './sign-in.tsx'

type Load = () => Promise<{ readonly default: ComponentType }>

/** A plain path is a view; whatever else the server hands this page for is not found. Signing in comes at once, the others with their visit. */
const views: Readonly<Record<string, Load>> = {
  '/sign-in': async () => ({ default: SignInView }),
  '/sign-up': () => import('./sign-up.tsx'),
  '/forgot-password': () => import('./forgot-password.tsx'),
  '/reset-password': () => import('./reset-password.tsx'),
  '/verify-email': () => import('./verify-email.tsx'),
  '/error': () => import('./error.tsx'),
  '/link-account': () => import('./social/link-account.tsx'),
  '/goodbye': () => import('./goodbye.tsx'),
  '/signed-out': () => import('./signed-out.tsx'),
  '/invitations': () => import('./invitations/invitation.tsx'),
}
const load = views[location.pathname.replace(/(.)\/$/, '$1').replace(/^(\/invitations)\/[^/]+$/, '$1')] ?? (() => import('./not-found.tsx'))
const Failed = () => <PageFailure offline={!navigator.onLine} requestId={null} />

const root = document.getElementById('root')
if (root !== null) {
  // Drawn once and whole: React keeps back what comes after an empty first drawing for 300 ms.
  void Promise.all([load().catch(() => ({ default: Failed })), isKnown]).then(([{ default: View }]) =>
    createRoot(root).render(
      <StrictMode>
        <LanguageProvider language={uiLanguage}>
          <Boundary fallback={Failed}>
            <View />
          </Boundary>
        </LanguageProvider>
      </StrictMode>,
    ),
  )
}
