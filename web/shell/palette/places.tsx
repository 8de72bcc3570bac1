import { useRouter } from '@tanstack/react-router'
import type { Organization } from '#client/index.ts'
import { languages, offeredLanguages } from '#kernel/language/languages.ts'
import { accountSurface } from '#web/account-pages.ts'
import { adminSurface } from '#web/admin-pages.ts'
import { settingsSurface } from '#web/organization-pages.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { MoonIcon, PlusIcon, SignOutIcon, SunIcon, TextIcon } from '#web/ui/icons/index.ts'
import { isPermitted } from '../access/permission.ts'
import { usePageCommands } from '../commands.ts'
import { useFeatures } from '../features.ts'
import { t } from '../messages.ts'
import { dashboardNav, isAdministrator, type NavGroup, navOf } from '../nav.ts'
import { useSwitchOrganization } from '../organization-switch.tsx'
import { useSession } from '../session.tsx'
import { useSignOut } from '../sign-out.ts'
import { setTheme, useTheme } from '../theme.ts'
import type { Group } from './arrange.ts'
import type { Entry } from './entry.ts'
import { tKeywords, tPalette } from './messages.ts'

/** Finds the language setting also in a language that its user cannot read. */
const languageNames = ['language', ...offeredLanguages.map((code) => languages[code].name)].join(' ')

/** Everything that the palette offers without a search: the commands of this page, pages, what can be created, organizations, settings. */
export function usePlaces(organization: Organization | undefined, organizations: readonly Organization[]): readonly Group<Entry>[] {
  const router = useRouter()
  const commands = usePageCommands().filter(({ needs }) => organization === undefined || isPermitted(organization, needs))
  const go = (href: string) => router.history.push(href)
  const features = useFeatures(organization)
  const nav = organization === undefined ? [] : dashboardNav(organization.slug, organization, features)
  return [
    {
      title: tPalette('palette.here'),
      entries: commands.map(({ id, label, icon: Icon, run, shortcut }) => ({ id: `here-${id}`, label, icon: <Icon />, run, shortcut })),
    },
    { title: tPalette('palette.goTo'), entries: pageEntries(nav, go) },
    { title: tPalette('palette.create'), entries: createEntries(nav, organization, go) },
    useOrganizationEntries(organization, organizations),
    useThemeEntries(),
    ...useOtherPages(organization),
  ]
}

/** The pages of a sidebar; `title` finds all of them. */
const pageEntries = (groups: readonly NavGroup[], go: (href: string) => void, title?: string): readonly Entry[] =>
  groups.flatMap(({ items }) =>
    items.map(({ meta, label, href }) => ({
      id: href,
      label,
      icon: meta.icon && <meta.icon />,
      keywords: [title, meta.keywords && tKeywords(meta.keywords)].filter(Boolean).join(' '),
      // The shortcuts of another surface do not work here.
      shortcut: title === undefined && meta.go ? `g ${meta.go}` : undefined,
      run: () => go(href),
    })),
  )

const createEntries = (groups: readonly NavGroup[], organization: Organization | undefined, go: (href: string) => void): readonly Entry[] =>
  groups.flatMap(({ items }) =>
    items.flatMap(({ meta: { create } }) =>
      create === undefined || organization === undefined || !isPermitted(organization, create.needs)
        ? []
        : [
            {
              id: `create-${create.path}`,
              label: create.label,
              icon: <PlusIcon />,
              run: () => go(`/dashboard/${organization.slug}${create.path}`),
            },
          ],
    ),
  )

function useOrganizationEntries(organization: Organization | undefined, organizations: readonly Organization[]): Group<Entry> {
  const router = useRouter()
  const switchTo = useSwitchOrganization()
  const others = organizations.filter(({ id }) => id !== organization?.id)
  return {
    title: tPalette('palette.organization'),
    entries: [
      ...others.map((other) => ({
        id: other.id,
        label: tPalette('palette.switchTo', { name: other.name }),
        note: other.slug,
        icon: <Avatar name={other.name} square src={other.logo} />,
        run: () => switchTo(other),
      })),
      { id: 'new-organization', label: t('frame.newOrganization'), icon: <PlusIcon />, run: () => router.history.push('/welcome') },
    ],
  }
}

function useThemeEntries(): Group<Entry> {
  const theme = useTheme()
  const keywords = t('frame.theme')
  const entries = [
    { theme: 'light', label: t('frame.themeLight'), icon: <SunIcon /> },
    { theme: 'dark', label: t('frame.themeDark'), icon: <MoonIcon /> },
    { theme: 'system', label: t('frame.themeSystem'), icon: <SunIcon /> },
  ] as const
  return {
    title: tPalette('palette.theme'),
    entries: entries
      .filter((each) => each.theme !== theme)
      .map(({ theme, ...entry }) => ({ ...entry, id: `theme-${theme}`, keywords, run: () => setTheme(theme) })),
  }
}

/** The pages outside the dashboard's sidebar: organization settings, administration and account. */
function useOtherPages(organization: Organization | undefined): readonly Group<Entry>[] {
  const router = useRouter()
  const signOut = useSignOut()
  const { user } = useSession()
  const go = (href: string) => router.history.push(href)
  const settings =
    organization === undefined
      ? []
      : pageEntries(navOf(settingsSurface, { slug: organization.slug, organization }), go, settingsSurface.title)
  return [
    { title: settingsSurface.title, entries: settings },
    { title: adminSurface.title, entries: isAdministrator(user) ? pageEntries(navOf(adminSurface), go, adminSurface.title) : [] },
    {
      title: tPalette('palette.account'),
      entries: [
        ...pageEntries(navOf(accountSurface), go, accountSurface.title),
        {
          id: 'language',
          label: tPalette('palette.language'),
          icon: <TextIcon />,
          keywords: languageNames,
          run: () => go('/account/profile#language'),
        },
        { id: 'sign-out', label: t('frame.signOut'), icon: <SignOutIcon />, run: signOut },
      ],
    },
  ]
}
