import { useRef } from 'react'
import { Button } from '../actions/button.tsx'
import { IconButton } from '../actions/icon-button.tsx'
import { CloseIcon, PlusIcon } from '../icons/index.ts'
import { useLanguage } from '../language.tsx'
import { TextInput } from './text-input.tsx'

/** An editable pair; `id` only identifies the row. */
export interface Pair {
  readonly id: string
  readonly key: string
  readonly value: string
}

/** An editor for key-value pairs. `errors` holds the error of a pair by its id, `name` names the field. Keys are not normalized. */
export function KeyValueEditor(props: {
  pairs: readonly Pair[]
  onChange: (pairs: readonly Pair[]) => void
  errors?: Readonly<Record<string, string>> | undefined
  maxPairs?: number | undefined
  name?: string | undefined
}) {
  const { pairs, onChange, errors = {}, maxPairs = 50, name } = props
  const { translate } = useLanguage()
  const last = useRef<HTMLDivElement>(null)
  const change = (id: string, part: Partial<Pair>) => onChange(pairs.map((pair) => (pair.id === id ? { ...pair, ...part } : pair)))
  const add = () => {
    onChange([...pairs, { id: crypto.randomUUID(), key: '', value: '' }])
    requestAnimationFrame(() => last.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus())
  }
  return (
    <div className="grid gap-8" ref={last}>
      {pairs.length > 0 && (
        <ul className="grid gap-8">
          {pairs.map((pair, at) => (
            <li className="grid gap-4" key={pair.id}>
              <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-8">
                <TextInput
                  aria-invalid={errors[pair.id] !== undefined || undefined}
                  aria-label={`${translate('pairKey')} ${at + 1}`}
                  mono
                  name={name}
                  onChange={(event) => change(pair.id, { key: event.target.value })}
                  placeholder={translate('pairKey')}
                  value={pair.key}
                />
                <TextInput
                  aria-label={`${translate('pairValue')} ${at + 1}`}
                  name={name}
                  onChange={(event) => change(pair.id, { value: event.target.value })}
                  placeholder={translate('pairValue')}
                  value={pair.value}
                />
                <IconButton
                  icon={CloseIcon}
                  label={`${translate('remove')} ${pair.key || at + 1}`}
                  onClick={() => onChange(pairs.filter((other) => other.id !== pair.id))}
                />
              </div>
              {errors[pair.id] !== undefined && <p className="text-caption text-bad">{errors[pair.id]}</p>}
            </li>
          ))}
        </ul>
      )}
      <div className="-ml-8">
        <Button disabled={pairs.length >= maxPairs} icon={PlusIcon} variant="quiet" onClick={add}>
          {translate('addPair')}
        </Button>
      </div>
    </div>
  )
}
