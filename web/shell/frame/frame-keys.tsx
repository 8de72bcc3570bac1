import { useMatches, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import type { Organization } from '#client/index.ts'
import { useShortcut } from '#web/ui/actions/shortcut.ts'
import type { PlaceGroup } from '../nav.ts'

const loadPalette = () => import('../palette/palette.tsx')
const Palette = lazy(loadPalette)
const KeysSheet = lazy(() => import('../palette/keys-sheet.tsx'))

type Open = 'palette' | 'keys' | null

/** The keys that work everywhere in the dashboard, and what they open. The palette's code comes with the first ⌘K, or while nothing else happens. */
export function FrameKeys(props: {
  open: Open
  onOpen: (open: Open) => void
  organization: Organization | undefined
  organizations: readonly Organization[]
  groups: readonly PlaceGroup[]
}) {
  const { open, onOpen, organization } = props
  const router = useRouter()
  const create = useMatches().at(-1)?.staticData.about?.create
  useShortcut('mod+k', () => onOpen(open === 'palette' ? null : 'palette'))
  useShortcut('?', () => onOpen('keys'))
  useShortcut(
    'c',
    () => router.history.push(`/dashboard/${organization?.slug}${create?.path}`),
    organization !== undefined && create !== undefined,
  )
  useEffect(() => {
    const idle = globalThis.requestIdleCallback?.(() => void loadPalette(), { timeout: 10_000 })
    return () => {
      if (idle !== undefined) cancelIdleCallback(idle)
    }
  }, [])
  const places = props.groups.flatMap((group) => group.places)
  return (
    <>
      {places.map(({ about, href }) => about.go !== undefined && <GoKey href={href} key={href} letter={about.go} />)}
      {open === 'keys' && (
        <Suspense>
          <KeysSheet onClose={() => onOpen(null)} places={places} />
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
