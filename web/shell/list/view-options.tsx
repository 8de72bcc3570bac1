import { useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Segmented } from '#web/ui/display/segmented.tsx'
import { CloseIcon } from '#web/ui/icons/index.ts'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { t } from './messages.ts'
import { type ListPreferences, type SavedFilters, type ShownPreferences, savedMaximum } from './preferences.ts'

/** The settings that the options of a list show and change. */
export interface ViewOptionsProps {
  readonly columns: readonly { readonly id: string; readonly label: string }[]
  readonly preferences: ShownPreferences
  readonly onChange: (change: Partial<ListPreferences>) => void
  /** The filters of now, to be saved; without any there is nothing to save. */
  readonly current: SavedFilters['search']
  readonly onApply: (search: SavedFilters['search']) => void
}

/** The columns, the row height and the saved filters of a list. */
export default function ViewOptions({ columns, preferences, onChange, current, onApply }: ViewOptionsProps) {
  const { hidden, toggled, isDense, saved } = preferences
  return (
    <div className="grid gap-16">
      <section className="grid gap-8">
        <h2 className="text-caption text-muted">{t('density')}</h2>
        <Segmented
          label={t('density')}
          onChange={(value) => onChange({ isDense: value === 'compact' })}
          options={[
            { value: 'comfortable', label: t('comfortable') },
            { value: 'compact', label: t('compact') },
          ]}
          value={isDense ? 'compact' : 'comfortable'}
        />
      </section>
      <section className="grid gap-8">
        <h2 className="text-caption text-muted">{t('columns')}</h2>
        {columns.map(({ id, label }) => (
          <Checkbox
            checked={!hidden.includes(id)}
            key={id}
            label={label}
            onChange={() => onChange({ toggled: toggled.includes(id) ? toggled.filter((each) => each !== id) : [...toggled, id] })}
          />
        ))}
      </section>
      <section className="grid gap-8">
        <h2 className="text-caption text-muted">{t('saved')}</h2>
        {saved.length === 0 && Object.keys(current).length === 0 && <p className="text-muted">{t('savedNone')}</p>}
        {saved.map((each) => (
          <div className="flex items-center gap-8" key={each.name}>
            <button
              className="min-w-0 flex-1 truncate rounded-key text-left hover:underline"
              onClick={() => onApply(each.search)}
              type="button"
            >
              {each.name}
            </button>
            <IconButton
              hint={false}
              icon={CloseIcon}
              label={t('remove', { name: each.name })}
              onClick={() => onChange({ saved: saved.filter((other) => other !== each) })}
            />
          </div>
        ))}
        {Object.keys(current).length > 0 && <SaveForm current={current} onChange={onChange} saved={saved} />}
      </section>
    </div>
  )
}

function SaveForm({ saved, current, onChange }: Pick<ViewOptionsProps, 'current' | 'onChange'> & { saved: readonly SavedFilters[] }) {
  const [name, setName] = useState('')
  if (saved.length >= savedMaximum) return <p className="text-muted">{t('savedFull', { count: saved.length })}</p>
  return (
    <form
      className="grid gap-8"
      onSubmit={(event) => {
        event.preventDefault()
        const trimmed = name.trim()
        if (trimmed === '') return
        onChange({ saved: [...saved.filter((each) => each.name !== trimmed), { name: trimmed, search: current }] })
        setName('')
      }}
    >
      <Field label={t('savedName')}>
        <TextInput maxLength={40} onChange={(event) => setName(event.target.value)} value={name} />
      </Field>
      <Button type="submit">{t('save')}</Button>
    </form>
  )
}
