import { type ChangeEvent, useId, useRef, useState } from 'react'
import { Avatar } from '#web/parts/avatar.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { PictureIcon } from '#web/ui/icons/index.ts'
import { pictureOf } from './picture.ts'

/** The messages of the field. */
export interface PictureMessages {
  readonly label: string
  readonly hint: string
  readonly choose: string
  readonly change: string
  readonly remove: string
  readonly unreadable: string
}

/** A field for an image file: of a user called `name`, or `square` of an organization. */
export function PictureField(props: {
  value: string | null
  name: string
  square?: boolean
  error: string | undefined
  messages: PictureMessages
  onChange: (value: string | null) => void
}) {
  const { value, name, square = false, error, messages, onChange } = props
  const input = useRef<HTMLInputElement>(null)
  const [isUnreadable, setIsUnreadable] = useState(false)
  const faultId = useId()
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file === undefined) return
    const picture = await pictureOf(file)
    // Allows the same file to be chosen again.
    target.value = ''
    setIsUnreadable(picture === null)
    if (picture !== null) onChange(picture)
  }
  const fault = isUnreadable ? messages.unreadable : error
  return (
    <div className="grid gap-6">
      <span className="text-label font-strong">{messages.label}</span>
      <div className="flex flex-wrap items-center gap-12">
        <Avatar name={name} size={40} square={square} src={value} />
        <input
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          aria-describedby={fault === undefined ? undefined : faultId}
          aria-label={messages.label}
          hidden
          onChange={(event) => void choose(event)}
          ref={input}
          type="file"
        />
        <Button icon={PictureIcon} onClick={() => input.current?.click()}>
          {value === null ? messages.choose : messages.change}
        </Button>
        {value !== null && (
          <Button variant="quiet" onClick={() => onChange(null)}>
            {messages.remove}
          </Button>
        )}
      </div>
      {fault === undefined ? (
        <p className="text-caption text-muted">{messages.hint}</p>
      ) : (
        <p className="text-caption text-bad" id={faultId} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
