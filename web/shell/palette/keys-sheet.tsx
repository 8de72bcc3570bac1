import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Key } from '#web/ui/text/key.tsx'
import type { NavItem } from '../nav.ts'
import { tPalette } from './messages.ts'

/** The list of all shortcuts. */
export default function KeysSheet({ onClose, items }: { onClose: () => void; items: readonly NavItem[] }) {
  const groups: readonly (readonly [title: string, keys: readonly (readonly [press: string, meaning: string])[]])[] = [
    [
      tPalette('keys.everywhere'),
      [
        ['mod+k', tPalette('keys.palette')],
        ['/', tPalette('keys.filter')],
        ['c', tPalette('keys.create')],
        ['mod+s', tPalette('keys.save')],
        ['?', tPalette('keys.sheet')],
        ['esc', tPalette('keys.back')],
      ],
    ],
    [tPalette('keys.goTo'), items.flatMap(({ meta, label }) => (meta.go === undefined ? [] : [[`g ${meta.go}`, label] as const]))],
    [
      tPalette('keys.lists'),
      [
        ['j k', tPalette('keys.move')],
        ['enter', tPalette('keys.open')],
        ['x', tPalette('keys.select')],
        ['e', tPalette('keys.actions')],
      ],
    ],
  ]
  return (
    <Dialog onClose={onClose} open title={tPalette('keys.title')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-24 wide:grid-cols-2">
        {groups.map(([title, keys]) => (
          <section className="grid content-start gap-8" key={title}>
            <h3 className="text-caption text-muted">{title}</h3>
            <dl className="grid gap-8 text-label">
              {keys.map(([shortcut, meaning]) => (
                <div className="flex items-center justify-between gap-16" key={shortcut}>
                  <dt>{meaning}</dt>
                  <dd className="flex gap-4">
                    <Key keys={shortcut} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
