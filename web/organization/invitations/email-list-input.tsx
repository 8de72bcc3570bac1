import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import { CloseIcon } from '#web/ui/icons/index.ts'
import { bareInput, inputFrame, useField } from '#web/ui/inputs/field.tsx'
import { t } from '../messages.ts'
import { parseEmails, parsePastedEmails } from './emails.ts'

/**
 * A list of emails. A comma, a space or Enter adds the typed `draft`; a pasted list adds all its emails. `isInvalid` marks emails that get
 * no invitation.
 */
export function EmailListInput(props: {
  emails: readonly string[]
  draft: string
  onChange: (emails: readonly string[], draft: string) => void
  isInvalid: (email: string) => boolean
  disabled: boolean
}) {
  const { emails, draft, onChange, isInvalid, disabled } = props
  const field = useField()
  const input = useRef<HTMLInputElement>(null)
  const add = (added: readonly string[]) => onChange([...new Set([...emails, ...added])], '')
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if ([',', ';', ' ', 'Enter'].includes(event.key) && draft.trim() !== '') {
      event.preventDefault()
      add(parseEmails(draft))
    } else if (event.key === ' ' || event.key === ',') event.preventDefault()
    else if (event.key === 'Backspace' && draft === '' && emails.length > 0) onChange(emails.slice(0, -1), '')
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = parsePastedEmails(event.clipboardData.getData('text'))
    if (pasted.length < 2 && draft !== '') return
    event.preventDefault()
    add(pasted)
  }
  const remove = (email: string) => {
    onChange(
      emails.filter((other) => other !== email),
      draft,
    )
    input.current?.focus()
  }
  return (
    <div className={cx(inputFrame, 'min-h-64 flex-wrap content-start gap-4 border-line-strong p-6')}>
      {emails.map((email) => (
        <span
          className={cx(
            'inline-flex h-24 max-w-full items-center gap-2 rounded-key pl-6 text-label',
            isInvalid(email) ? 'bg-bad-soft text-bad' : 'bg-selected text-text',
          )}
          key={email}
        >
          <span className="truncate">{email}</span>
          <button
            aria-label={t('invite.leaveOut', { email })}
            className="grid size-24 flex-none place-items-center rounded-key hover:bg-hover pointer-coarse:w-44"
            disabled={disabled}
            onClick={() => remove(email)}
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
          name="emails"
          onChange={(event) => onChange(emails, event.currentTarget.value)}
          onKeyDown={press}
          onPaste={paste}
          placeholder={emails.length === 0 ? t('invite.example') : undefined}
          ref={input}
          spellCheck={false}
          type="text"
          value={draft}
        />
      </span>
    </div>
  )
}
