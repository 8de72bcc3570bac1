import { passwords } from '#messages/sign-in/passwords.ts'
import { messages } from '#web/language.ts'
import { cx } from '#web/ui/cx.ts'
import { type PasswordBounds, passwordHint } from '../new-password.ts'
import { type Strength, strengthOf } from './strength.ts'

const t = messages(passwords)
const levels: readonly Strength[] = ['weak', 'fair', 'strong']
const tones = { weak: 'bg-bad-mark', fair: 'bg-warn-mark', strong: 'bg-good-mark' } as const

/** The hint below a new password: what it needs, then while it is typed how many characters are missing, then how strong it is. */
export function PasswordStrength({ password, bounds }: { password: string; bounds: Partial<PasswordBounds> | undefined }) {
  const missing = (bounds?.minimumLength ?? 1) - Array.from(password).length
  if (password === '') return passwordHint(bounds)
  if (missing > 0) return t('missing', { count: missing })
  const strength = strengthOf(password)
  return (
    <span className="flex items-center gap-12">
      <span aria-hidden="true" className="flex w-72 flex-none gap-4">
        {levels.map((level, at) => (
          <i className={cx('h-4 flex-1 rounded-full', at <= levels.indexOf(strength) ? tones[strength] : 'bg-selected')} key={level} />
        ))}
      </span>
      {t(`strength.${strength}`)}
    </span>
  )
}
