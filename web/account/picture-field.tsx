import { type ChangeEvent, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/acts/button.tsx'
import { PictureIcon } from '#web/ui/icons/index.ts'
import { Avatar } from '#web/ui/words/avatar.tsx'
import { pictureOf } from './picture.ts'
import { t } from './words.ts'

/** The person's picture, chosen as a file. */
export function PictureField(props: {
  value: string | null
  name: string
  error: string | undefined
  onChange: (value: string | null) => void
}) {
  const { value, name, error, onChange } = props
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
  const fault = isUnreadable ? t('profile.unreadable') : error
  return (
    <div className="grid gap-6">
      <span className="text-label font-strong">{t('profile.picture')}</span>
      <div className="flex flex-wrap items-center gap-12">
        <Avatar name={name} size={40} src={value} />
        <input
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          aria-describedby={fault === undefined ? undefined : told}
          aria-label={t('profile.picture')}
          hidden
          onChange={(event) => void choose(event)}
          ref={input}
          type="file"
        />
        <Button icon={PictureIcon} onClick={() => input.current?.click()}>
          {value === null ? t('profile.choose') : t('profile.change')}
        </Button>
        {value !== null && (
          <Button look="quiet" onClick={() => onChange(null)}>
            {t('profile.remove')}
          </Button>
        )}
      </div>
      {fault === undefined ? (
        <p className="text-caption text-muted">{t('profile.pictureHint')}</p>
      ) : (
        <p className="text-caption text-bad" id={told} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
