import { useMatches, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import type { Organization } from '#client/index.ts'
import { loadMenuEntries } from '#web/ui/actions/menu-list.tsx'
import { useShortcut } from '#web/ui/actions/shortcut.ts'
import { isPermitted } from '../access/permission.ts'
import type { NavGroup } from '../nav.ts'
import { prepareFailures } from '../query-content.tsx'

const loadPalette = () => import('../palette/palette.tsx')
const Palette = lazy(loadPalette)
const KeysSheet = lazy(() => import('../palette/keys-sheet.tsx'))

type Overlay = 'palette' | 'keys' | null

/** The global shortcuts and what they open. The code of the palette, of menus and of failures loads when the browser is idle. */
export function FrameKeys(props: {
  open: Overlay
  onOpen: (open: Overlay) => void
  organization: Organization | undefined
  organizations: readonly Organization[]
  groups: readonly NavGroup[]
}) {
  const { open, onOpen, organization } = props
  const router = useRouter()
  const { create } = useMatches().at(-1)?.staticData.meta ?? {}
  useShortcut('mod+k', () => onOpen(open === 'palette' ? null : 'palette'))
  useShortcut('?', () => onOpen('keys'))
  useShortcut(
    'c',
    () => router.history.push(`/dashboard/${organization?.slug}${create?.path}`),
    organization !== undefined && create !== undefined && isPermitted(organization, create.needs),
  )
  useEffect(() => {
    const idle = globalThis.requestIdleCallback?.(
      () => {
        prepareFailures()
        void Promise.all([loadMenuEntries(), loadPalette()]).catch(() => undefined)
      },
      { timeout: 10_000 },
    )
    return () => {
      if (idle !== undefined) cancelIdleCallback(idle)
    }
  }, [])
  const items = props.groups.flatMap((group) => group.items)
  return (
    <>
      {items.map(({ meta, href }) => meta.go !== undefined && <GoKey href={href} key={href} letter={meta.go} />)}
      {open === 'keys' && (
        <Suspense>
          <KeysSheet onClose={() => onOpen(null)} items={items} />
        </Suspense>
      )}
      {open === 'palette' && (
        <Suspense>
          <Palette
            onClose={() => onOpen(null)}
            onKeys={() => onOpen('keys')}
            organization={organization}
            organizations={props.organizations}
          />
        </Suspense>
      )}
    </>
  )
}

function GoKey({ letter, href }: { letter: string; href: string }) {
  const router = useRouter()
  useShortcut(`g ${letter}`, () => router.history.push(href))
  return null
}
