import { useRef } from 'react'
import { t } from '#web/parts/custom-fields/messages.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { PlusIcon } from '#web/ui/icons/index.ts'
import { OrderedList } from '#web/ui/inputs/ordered-list.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import type { OptionRow } from './fields.ts'

const maxOptions = 50

/** The options of a choice, in their order. `errors` has the message of an option by its id. A value follows its label until it differs. */
export function Options(props: {
  options: readonly OptionRow[]
  errors: Readonly<Record<string, string>> | undefined
  onChange: (options: readonly OptionRow[]) => void
}) {
  const { options, errors = {}, onChange } = props
  const list = useRef<HTMLDivElement>(null)
  const change = (id: string, part: Partial<OptionRow>) =>
    onChange(options.map((option) => (option.id === id ? { ...option, ...part } : option)))
  const add = () => {
    onChange([...options, { id: crypto.randomUUID(), label: '', value: '' }])
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus())
  }
  return (
    <div className="grid gap-8" ref={list}>
      <span className="text-label font-strong">{t('form.options')}</span>
      <OrderedList
        items={options}
        label={t('form.options')}
        nameOf={({ id, label }) => label || t('form.option', { number: String(options.findIndex((each) => each.id === id) + 1) })}
        onChange={onChange}
      >
        {(option) => (
          <Option
            error={errors[option.id]}
            number={options.indexOf(option) + 1}
            onChange={(part) => change(option.id, part)}
            option={option}
          />
        )}
      </OrderedList>
      <div className="-ml-8">
        <Button disabled={options.length >= maxOptions} icon={PlusIcon} onClick={add} variant="quiet">
          {t('form.addOption')}
        </Button>
      </div>
    </div>
  )
}

function Option(props: { option: OptionRow; number: number; error: string | undefined; onChange: (part: Partial<OptionRow>) => void }) {
  const { option, error, onChange } = props
  const number = String(props.number)
  const isInvalid = error !== undefined || undefined
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-8">
        <TextInput
          aria-invalid={isInvalid}
          aria-label={t('form.optionLabel', { number })}
          maxLength={100}
          name="options"
          onChange={({ target }) => onChange({ label: target.value, ...(option.value === option.label && { value: target.value }) })}
          placeholder={t('form.label')}
          value={option.label}
        />
        <TextInput
          aria-invalid={isInvalid}
          aria-label={t('form.optionValue', { number })}
          maxLength={100}
          mono
          name="options"
          onChange={({ target }) => onChange({ value: target.value })}
          placeholder={t('form.slug')}
          value={option.value}
        />
      </div>
      {error !== undefined && <p className="text-caption text-bad">{error}</p>}
    </div>
  )
}
