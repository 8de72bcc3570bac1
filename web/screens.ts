import { routesOf, screen } from './shell/screen.ts'
import { HomeIcon } from './ui/icons/index.ts'

/** The map: every routed screen. Sidebar, palette, shortcuts and titles follow from it, in this order. */
export const screens = [
  screen({ path: '/welcome', surface: 'plain', label: 'frame.newOrganization', load: () => import('./welcome/welcome.tsx') }),
  screen({ path: '/dashboard', surface: 'plain', label: 'nav.overview', load: () => import('./welcome/first-organization.tsx') }),
  screen({
    path: '/dashboard/$org',
    surface: 'dashboard',
    label: 'nav.overview',
    icon: HomeIcon,
    group: 'top',
    go: 'h',
    load: () => import('./dashboard/overview/overview.tsx'),
  }),
] as const

export const routes = routesOf(screens)
