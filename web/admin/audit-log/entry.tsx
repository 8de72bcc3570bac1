import type { PlatformEntry } from '#client/administration-types.ts'
import type { Icon } from '#web/ui/icons/drawn.tsx'
import {
  BranchIcon,
  ClockIcon,
  EnvelopeIcon,
  EyeIcon,
  KeyShapeIcon,
  LaptopIcon,
  LockIcon,
  PeopleIcon,
  PersonIcon,
  ShieldIcon,
  SignOutIcon,
  StopIcon,
  TrashIcon,
  WarningIcon,
} from '#web/ui/icons/index.ts'
import { t } from './messages.ts'

/** What was done, in words; an act that has none is named as it is written. */
export const actionText = (action: string): string => t.find(`actions.${action}`) ?? action

/** Who did it, in a word; whoever signs in or up is nobody yet, and named by the account that it concerns. */
export function actorText({ actor, user, action }: PlatformEntry): string {
  const isComing = actor.type === 'nobody' && /^user\.signed_(in|up)$/.test(action)
  return (isComing ? user?.name : undefined) ?? actor.name ?? actor.email ?? t.find(`actors.${actor.type}`) ?? actor.type
}

/** Who it was really, where an administrator acted as somebody else. */
export const borrowerText = ({ actor: { impersonatedBy } }: PlatformEntry): string | undefined =>
  impersonatedBy === null ? undefined : (impersonatedBy.name ?? impersonatedBy.email ?? t('actors.person'))

const icons: readonly (readonly [action: RegExp, icon: Icon])[] = [
  [/failed$/, WarningIcon],
  [/imperson/, EyeIcon],
  [/banned$/, StopIcon],
  [/role/, ShieldIcon],
  [/secured$/, ShieldIcon],
  [/password/, LockIcon],
  [/invitation|email|verif/, EnvelopeIcon],
  [/delet|removed/, TrashIcon],
  [/signed_out|revoked/, SignOutIcon],
  [/signed_in/, LaptopIcon],
  [/token/, KeyShapeIcon],
  [/^(member|team)/, PeopleIcon],
  [/^organization/, BranchIcon],
  [/^users?\./, PersonIcon],
]

/** The drawing of what was done. */
export const actionIcon = (action: string): Icon => icons.find(([actions]) => actions.test(action))?.[1] ?? ClockIcon

/** Who did it, and as whom. */
export function Actor({ entry }: { entry: PlatformEntry }) {
  const borrower = borrowerText(entry)
  return (
    <span className="block max-w-240 truncate max-wide:max-w-112">
      {borrower ?? actorText(entry)}
      {borrower !== undefined && <span className="text-warn"> {t('asShort', { whom: actorText(entry) })}</span>}
    </span>
  )
}
