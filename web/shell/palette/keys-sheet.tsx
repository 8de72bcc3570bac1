import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Key } from '#web/ui/text/key.tsx'
import type { Place } from '../nav.ts'
import { tell } from './messages.ts'

/** Every key, on one sheet. */
export default function KeysSheet({ onClose, places }: { onClose: () => void; places: readonly Place[] }) {
  const groups: readonly (readonly [title: string, keys: readonly (readonly [press: string, meaning: string])[]])[] = [
    [
      tell('keys.everywhere'),
      [
        ['mod+k', tell('keys.palette')],
        ['/', tell('keys.filter')],
        ['c', tell('keys.create')],
        ['mod+s', tell('keys.save')],
        ['?', tell('keys.sheet')],
        ['esc', tell('keys.back')],
      ],
    ],
    [tell('keys.goTo'), places.flatMap(({ about, label }) => (about.go === undefined ? [] : [[`g ${about.go}`, label] as const]))],
    [
      tell('keys.lists'),
      [
        ['j k', tell('keys.move')],
        ['enter', tell('keys.open')],
        ['x', tell('keys.select')],
        ['e', tell('keys.acts')],
      ],
    ],
  ]
  return (
    <Dialog onClose={onClose} open title={tell('keys.title')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-24 wide:grid-cols-2">
        {groups.map(([title, keys]) => (
          <section className="grid content-start gap-8" key={title}>
            <h3 className="text-caption text-muted">{title}</h3>
            <dl className="grid gap-8 text-label">
              {keys.map(([press, meaning]) => (
                <div className="flex items-center justify-between gap-16" key={press}>
                  <dt>{meaning}</dt>
                  <dd className="flex gap-4">
                    <Key press={press} />
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
