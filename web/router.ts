import { createRouter } from '@tanstack/react-router'
import { routes } from './pages.ts'
import { root } from './shell/pages/page.ts'

export const router = createRouter({
  routeTree: root.addChildren(routes),
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
