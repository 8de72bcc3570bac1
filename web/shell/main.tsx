import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { organizationsQuery, queryClient, sessionQuery } from '#web/api.ts'
import { uiLanguage } from '#web/language.ts'
import { router } from '#web/router.ts'
import { LanguageProvider } from '#web/ui/language.tsx'
import { interceptLinks } from './link-clicks.ts'

interceptLinks(router)
// Requested before anything renders: the frame waits for the session, and the dashboard's pages for the organizations.
void queryClient
  .fetchQuery(sessionQuery)
  .then((session) => (session === null ? undefined : queryClient.prefetchQuery(organizationsQuery)))
  .catch(() => undefined)
const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider language={uiLanguage}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LanguageProvider>
    </StrictMode>,
  )
}
