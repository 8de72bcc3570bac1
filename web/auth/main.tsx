import { type ComponentType, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Boundary } from '#web/boundary.tsx'
import { uiLanguage } from '#web/language.ts'
import { PageFailure } from '#web/shell/public/failure.tsx'
import { LanguageProvider } from '#web/ui/language.tsx'
import { optionsReady } from './options.ts'
import { SignInView } from './sign-in.tsx'

type Load = () => Promise<{ readonly default: ComponentType }>

/** The view for each path; any other path is not found. The sign-in view is in the main bundle, the others load on demand. */
const views: Readonly<Record<string, Load>> = {
  '/sign-in': async () => ({ default: SignInView }),
  '/sign-up': () => import('./sign-up.tsx'),
  '/forgot-password': () => import('./passwords/forgot-password.tsx'),
  '/reset-password': () => import('./passwords/reset-password.tsx'),
  '/verify-email': () => import('./verify-email.tsx'),
  '/error': () => import('./error.tsx'),
  '/link-account': () => import('./social/link-account.tsx'),
  '/goodbye': () => import('./goodbye.tsx'),
  '/signed-out': () => import('./signed-out.tsx'),
  '/invitations': () => import('./invitations/invitation.tsx'),
}
const load = views[location.pathname.replace(/(.)\/$/, '$1').replace(/^(\/invitations)\/[^/]+$/, '$1')] ?? (() => import('./not-found.tsx'))
const LoadFailure = () => <PageFailure offline={!navigator.onLine} requestId={null} />

const root = document.getElementById('root')
if (root !== null) {
  // Rendered once and complete: React delays an update after an empty first render by 300 ms.
  void Promise.all([load().catch(() => ({ default: LoadFailure })), optionsReady]).then(([{ default: View }]) =>
    createRoot(root).render(
      <StrictMode>
        <LanguageProvider language={uiLanguage}>
          <Boundary fallback={LoadFailure}>
            <View />
          </Boundary>
        </LanguageProvider>
      </StrictMode>,
    ),
  )
}
