import type { InvitationPreview } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { rolesText, t, untilText } from './messages.ts'

/** The invited email, the roles and the expiry. */
export function InvitationDetails({ email, role, expiresAt }: Pick<InvitationPreview, 'email' | 'role' | 'expiresAt'>) {
  const details = [
    [t('forEmail'), shownEmail(email)],
    [t('role'), rolesText(role)],
    [t('expires'), untilText(expiresAt)],
  ] as const
  return (
    <dl className="grid gap-8 rounded-card border border-line bg-surface px-16 py-12 text-label">
      {details.map(([name, value]) => (
        <div className="flex justify-between gap-16" key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 text-right [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
