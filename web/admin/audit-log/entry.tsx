import type { PlatformEntry } from '#client/types.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import type { Icon } from '#web/ui/icons/icon.tsx'
import {
  BranchIcon,
  ClockIcon,
  EnvelopeIcon,
  EyeIcon,
  KeyShapeIcon,
  LaptopIcon,
  LockIcon,
  ShieldIcon,
  SignOutIcon,
  StopIcon,
  TrashIcon,
  UserIcon,
  UsersIcon,
  WarningIcon,
} from '#web/ui/icons/index.ts'
import { t } from './messages.ts'

/** The details that name what an entry is about: a product, a token, a webhook, an organization, an invitation. */
const subjects = ['product', 'comment', 'url', 'name', 'email'] as const

/** An action as text, with what it is about where the entry says so; an action without a message shows by name. */
export function actionText({ action, details }: Pick<PlatformEntry, 'action' | 'details'>): string {
  const isFirst = action === 'user.made_administrator' && 'via' in details
  const text = t.find(isFirst ? 'actions.user.made_first_administrator' : `actions.${action}`) ?? action
  const subject = action.startsWith('user.') ? undefined : subjects.map((key) => details[key]).find((value) => typeof value === 'string')
  return subject === undefined ? text : t('about', { action: text, subject: String(subject) })
}

/** The actions of the operator's command, which has no account. */
const ofCommandLine = /^(users\.imported|user\.(made_administrator|created_as_administrator))$/

/** The name of the actor. A sign-in or sign-up is anonymous and shows the account that it concerns. */
export function actorText({ actor, user, action }: PlatformEntry): string {
  if (actor.type === 'nobody' && ofCommandLine.test(action)) return t('commandLine')
  const isSigningIn = actor.type === 'nobody' && /^user\.signed_(in|up)$/.test(action)
  return (
    (isSigningIn ? user?.name : undefined) ??
    actor.name ??
    (actor.email && shownEmail(actor.email)) ??
    t.find(`actors.${actor.type}`) ??
    actor.type
  )
}

/** The name of the administrator, if the actor was impersonated. */
export const impersonatorText = ({ actor: { impersonatedBy } }: PlatformEntry): string | undefined =>
  impersonatedBy === null
    ? undefined
    : (impersonatedBy.name ?? (impersonatedBy.email && shownEmail(impersonatedBy.email)) ?? t('actors.person'))

const icons: readonly (readonly [action: RegExp, icon: Icon])[] = [
  [/failed$/, WarningIcon],
  [/imperson/, EyeIcon],
  [/banned$|blocked$/, StopIcon],
  [/role/, ShieldIcon],
  [/secured$/, ShieldIcon],
  [/password/, LockIcon],
  [/invitation|email|verif/, EnvelopeIcon],
  [/delet|removed/, TrashIcon],
  [/signed_out|revoked/, SignOutIcon],
  [/signed_in/, LaptopIcon],
  [/token/, KeyShapeIcon],
  [/^(member|team)/, UsersIcon],
  [/^organization/, BranchIcon],
  [/^users?\./, UserIcon],
]

/** The icon of an action. */
export const actionIcon = (action: string): Icon => icons.find(([actions]) => actions.test(action))?.[1] ?? ClockIcon

/** The actor of an entry; during an impersonation, both users. */
export function Actor({ entry }: { entry: PlatformEntry }) {
  const impersonator = impersonatorText(entry)
  return (
    <span className="block max-w-240 truncate max-wide:max-w-112">
      {impersonator ?? actorText(entry)}
      {impersonator !== undefined && <span className="text-warn"> {t('impersonatingShort', { user: actorText(entry) })}</span>}
    </span>
  )
}
