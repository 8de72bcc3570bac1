import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from '#web/api.ts'
import { uiLanguage } from '#web/language.ts'
import { router } from '#web/router.ts'
import { LanguageProvider } from '#web/ui/language.tsx'
import { takeLinksOver } from './link-clicks.ts'

takeLinksOver(router)
const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider language={uiLanguage}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LanguageProvider>
    </StrictMode>,
  )
}
