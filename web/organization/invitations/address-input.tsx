import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import { CloseIcon } from '#web/ui/icons/index.ts'
import { bareInput, inputFrame, useField } from '#web/ui/inputs/field.tsx'
import { t } from '../messages.ts'
import { addressesIn, pastedAddresses } from './addresses.ts'

/** Several addresses: what is typed becomes one with a comma, a space or Enter; a pasted list becomes all of its own. `isBad` marks those that get nothing. */
export function AddressInput(props: {
  addresses: readonly string[]
  typed: string
  onChange: (addresses: readonly string[], typed: string) => void
  isBad: (address: string) => boolean
  disabled: boolean
}) {
  const { addresses, typed, onChange, isBad, disabled } = props
  const field = useField()
  const input = useRef<HTMLInputElement>(null)
  const take = (more: readonly string[]) => onChange([...new Set([...addresses, ...more])], '')
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if ([',', ';', ' ', 'Enter'].includes(event.key) && typed.trim() !== '') {
      event.preventDefault()
      take(addressesIn(typed))
    } else if (event.key === ' ' || event.key === ',') event.preventDefault()
    else if (event.key === 'Backspace' && typed === '' && addresses.length > 0) onChange(addresses.slice(0, -1), '')
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = pastedAddresses(event.clipboardData.getData('text'))
    if (pasted.length < 2 && typed !== '') return
    event.preventDefault()
    take(pasted)
  }
  const remove = (address: string) => {
    onChange(
      addresses.filter((other) => other !== address),
      typed,
    )
    input.current?.focus()
  }
  return (
    <div className={cx(inputFrame, 'min-h-64 flex-wrap content-start gap-4 border-line-strong p-6')}>
      {addresses.map((address) => (
        <span
          className={cx(
            'inline-flex h-24 max-w-full items-center gap-2 rounded-key pl-6 text-label',
            isBad(address) ? 'bg-bad-soft text-bad' : 'bg-selected text-text',
          )}
          key={address}
        >
          <span className="truncate">{address}</span>
          <button
            aria-label={t('invite.leaveOut', { email: address })}
            className="grid size-24 flex-none place-items-center rounded-key hover:bg-hover pointer-coarse:w-44"
            disabled={disabled}
            onClick={() => remove(address)}
            type="button"
          >
            <CloseIcon size={12} />
          </button>
        </span>
      ))}
      <span className="h-24 min-w-160 flex-1 px-4">
        <input
          {...field}
          autoCapitalize="none"
          autoComplete="off"
          className={cx(bareInput, 'text-input')}
          disabled={disabled}
          inputMode="email"
          onBlur={() => typed.trim() !== '' && take(addressesIn(typed))}
          onChange={(event) => onChange(addresses, event.currentTarget.value)}
          onKeyDown={press}
          onPaste={paste}
          placeholder={addresses.length === 0 ? t('invite.example') : undefined}
          ref={input}
          spellCheck={false}
          type="text"
          value={typed}
        />
      </span>
    </div>
  )
}
