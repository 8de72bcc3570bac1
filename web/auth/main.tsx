import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Boundary } from '#web/boundary.tsx'
import { uiLanguage } from '#web/language.ts'
import { PageFailure } from '#web/shell/public/failure.tsx'
import { PublicNotFound } from '#web/shell/public/not-found.tsx'
import { t } from '#web/shell/public/words.ts'
import { LanguageProvider } from '#web/ui/language.tsx'
import { SignInView } from './sign-in.tsx'
import { SignUpView } from './sign-up.tsx'

/** A plain path is a view; whatever else the server hands this page for is not found. */
const views: Readonly<Record<string, readonly [title: string, view: () => React.ReactElement]>> = {
  '/sign-in': [t('signIn.title'), SignInView],
  '/sign-up': [t('signUp.title'), SignUpView],
}
const path = location.pathname.replace(/(.)\/$/, '$1')
const [title, View] = views[path] ?? [t('notFound.title'), PublicNotFound]
document.title = `${title} · ${t('product')}`

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider language={uiLanguage}>
        <Boundary fallback={() => <PageFailure requestId={null} />}>
          <View />
        </Boundary>
      </LanguageProvider>
    </StrictMode>,
  )
}
