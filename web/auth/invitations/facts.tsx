import type { InvitationPreview } from '#client/index.ts'
import { rolesText, t, untilText } from './messages.ts'

/** For whom, as what, until when. */
export function InvitationFacts({ email, role, expiresAt }: Pick<InvitationPreview, 'email' | 'role' | 'expiresAt'>) {
  const facts = [
    [t('forAddress'), email],
    [t('role'), rolesText(role)],
    [t('until'), untilText(expiresAt)],
  ] as const
  return (
    <dl className="grid gap-8 rounded-card border border-line bg-surface px-16 py-12 text-label">
      {facts.map(([name, value]) => (
        <div className="flex justify-between gap-16" key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 text-right [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
