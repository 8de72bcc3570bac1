import { Dialog } from '#web/ui/floating/dialog.tsx'
import { Key } from '#web/ui/words/key.tsx'
import type { Place } from '../nav.ts'
import { t } from '../words.ts'

/** Every key, on one sheet. */
export default function KeysSheet({ onClose, places }: { onClose: () => void; places: readonly Place[] }) {
  const groups: readonly (readonly [title: string, keys: readonly (readonly [press: string, meaning: string])[]])[] = [
    [
      t('keys.everywhere'),
      [
        ['mod+k', t('keys.palette')],
        ['/', t('keys.filter')],
        ['c', t('keys.create')],
        ['mod+s', t('keys.save')],
        ['?', t('keys.sheet')],
        ['esc', t('keys.back')],
      ],
    ],
    [t('keys.goTo'), places.flatMap(({ about, label }) => (about.go === undefined ? [] : [[`g ${about.go}`, label] as const]))],
    [
      t('keys.lists'),
      [
        ['j k', t('keys.move')],
        ['enter', t('keys.open')],
        ['x', t('keys.select')],
        ['e', t('keys.acts')],
      ],
    ],
  ]
  return (
    <Dialog onClose={onClose} open title={t('keys.title')}>
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
