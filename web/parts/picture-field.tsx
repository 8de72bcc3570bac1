import { type ChangeEvent, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { PictureIcon } from '#web/ui/icons/index.ts'
import { Avatar } from '#web/ui/text/avatar.tsx'
import { pictureOf } from './picture.ts'

/** The sentences of the field. */
export interface PictureWords {
  readonly label: string
  readonly hint: string
  readonly choose: string
  readonly change: string
  readonly remove: string
  readonly unreadable: string
}

/** A picture, chosen as a file: of a person called `name`, or `square` of an organization. */
export function PictureField(props: {
  value: string | null
  name: string
  square?: boolean
  error: string | undefined
  words: PictureWords
  onChange: (value: string | null) => void
}) {
  const { value, name, square = false, error, words, onChange } = props
  const input = useRef<HTMLInputElement>(null)
  const [isUnreadable, setIsUnreadable] = useState(false)
  const told = useId()
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file === undefined) return
    const picture = await pictureOf(file)
    // So that the same file can be chosen once more.
    target.value = ''
    setIsUnreadable(picture === null)
    if (picture !== null) onChange(picture)
  }
  const fault = isUnreadable ? words.unreadable : error
  return (
    <div className="grid gap-6">
      <span className="text-label font-strong">{words.label}</span>
      <div className="flex flex-wrap items-center gap-12">
        <Avatar name={name} size={40} square={square} src={value} />
        <input
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          aria-describedby={fault === undefined ? undefined : told}
          aria-label={words.label}
          hidden
          onChange={(event) => void choose(event)}
          ref={input}
          type="file"
        />
        <Button icon={PictureIcon} onClick={() => input.current?.click()}>
          {value === null ? words.choose : words.change}
        </Button>
        {value !== null && (
          <Button look="quiet" onClick={() => onChange(null)}>
            {words.remove}
          </Button>
        )}
      </div>
      {fault === undefined ? (
        <p className="text-caption text-muted">{words.hint}</p>
      ) : (
        <p className="text-caption text-bad" id={told} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
