import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LanguageProvider } from '../ui/language.tsx'
import { CheckoutPage } from './page.tsx'
import { language } from './words.ts'

const secret = decodeURIComponent(location.pathname.split('/')[2] ?? '')
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider language={language}>
        <CheckoutPage secret={secret} />
      </LanguageProvider>
    </StrictMode>,
  )
}
