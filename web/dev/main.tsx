import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { fullLanguage } from '#web/full-language.ts'
import { PublicNotFound } from '#web/shell/public/not-found.tsx'
import { LanguageProvider } from '#web/ui/language.tsx'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { Gallery } from './gallery.tsx'
import { Mailbox } from './mailbox.tsx'

const views: Readonly<Record<string, () => React.ReactElement>> = { '/dev/ui': Gallery, '/dev/mail': Mailbox }
const View = views[location.pathname.replace(/(.)\/$/, '$1')] ?? PublicNotFound

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider language={fullLanguage}>
        <View />
        <Toaster />
      </LanguageProvider>
    </StrictMode>,
  )
}
