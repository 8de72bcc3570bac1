import { z } from 'zod'
import { type ConfiguredProvider, providerIds } from '#identity/providers/model.ts'
import type { User } from '#identity/users/model.ts'
import { fullUser, toFullUserWire } from '#identity/users/wire.ts'
import type { Settings } from '#platform/config.ts'
import { toTimestamp } from '#platform/http/wire-parts.ts'
import type { CallerSession } from '#platform/request/caller.ts'
import { text } from '#platform/resource/columns.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { listedSessionColumns, type Session, type SessionRecord, sessionColumns } from './model.ts'

const fields = fieldsOf(sessionColumns, 'camel')
const { id: sessionId, ...ofSession } = sessionColumns
const fieldsWithToken = fieldsOf({ id: sessionId, token: text(), ...ofSession }, 'camel')

/** A session as its own user sees it. */
export const session = z.object(fieldsWithToken.shape).meta({ id: 'Session' })

/** The current session and its user; null when the request has no session. */
export const sessionWithUser = z.object({ session, user: fullUser }).meta({ id: 'SessionAndUser' }).nullable()

const { lastSeenAt } = fieldsOf(listedSessionColumns, 'camel').shape

/** A session that its user may revoke. */
export const listedSession = session.extend({ lastSeenAt }).meta({ id: 'ListedSession' })

/** A session in the events for operators: without its token. */
export const sessionEvent = z.object(fields.shape).meta({ id: 'SessionEvent' })

export type SessionWithUserWire = NonNullable<z.output<typeof sessionWithUser>>
export type SessionWire = z.output<typeof session>

/** The session with its token, for its own user only. */
export const toSessionWire: (from: SessionRecord & { readonly token: string }) => SessionWire = fieldsWithToken.toWire

/** The session without its token. */
export const toSessionEventWire: (from: SessionRecord) => z.output<typeof sessionEvent> = fields.toWire

/** The session with its token and when it was last used. */
export function toListedSessionWire(from: Omit<Session, 'isRemembered'>): z.output<typeof listedSession> {
  return { ...toSessionWire(from), lastSeenAt: toTimestamp(from.lastSeenAt) }
}

/** The session together with its user. */
export function toSessionWithUserWire(from: { readonly session: CallerSession; readonly user: User }): SessionWithUserWire {
  return { session: toSessionWire(from.session), user: toFullUserWire(from.user) }
}

const length = (label: string) => z.int().meta({ description: `${label}, in characters.` })

/** The settings that the web app needs before a call is refused: the enabled features and the length bounds. None of them is secret. */
export const signInOptions = z
  .object({
    providers: z.array(
      z.object({
        id: z.enum(providerIds),
        name: z.string(),
        signUp: z.boolean().meta({ description: 'Whether a new user can sign up with this provider.' }),
      }),
    ),
    password: z.object({
      signIn: z.boolean().meta({ description: 'Whether users can sign in with an email or user name and a password.' }),
      signUp: z.boolean().meta({ description: 'Whether users can sign up with an email and a password.' }),
      reset: z.boolean().meta({ description: 'Whether users can reset a forgotten password by an emailed link.' }),
      minimumLength: length('The shortest new password'),
      maximumLength: length('The longest new password'),
    }),
    username: z.object({ minimumLength: length('The shortest user name'), maximumLength: length('The longest user name') }),
    account: z.object({
      changeEmail: z.boolean().meta({ description: 'Whether users can change their email.' }),
      verifyEmail: z
        .boolean()
        .meta({ description: 'Whether verification links are emailed. A verified email then changes only by such a link.' }),
      delete: z.boolean().meta({ description: 'Whether users can delete their account.' }),
    }),
    links: z.object({
      terms: z.string().nullable().meta({ description: 'The URL of the terms of service.' }),
      privacy: z.string().nullable().meta({ description: 'The URL of the privacy policy.' }),
    }),
    organization: z.object({
      create: z.boolean().meta({ description: 'Whether users can create organizations.' }),
      limit: z.int().meta({ description: 'The number of organizations from which on a member of them can create no other one.' }),
    }),
  })
  .meta({ id: 'SignInOptions' })

/** The sign-in options of the settings; `providers` are the configured ones. */
export function toOptionsWire(settings: Settings, providers: readonly ConfiguredProvider[]): z.output<typeof signInOptions> {
  const signIn = !settings.EMAIL_AND_PASSWORD_DISABLED
  return {
    providers: providers.map(({ id, name, signUp }) => ({ id, name, signUp: signUp !== 'off' })),
    password: {
      signIn,
      signUp: signIn && !settings.SIGN_UP_DISABLED,
      // Without password sign-in, a reset link would set a password that cannot be used.
      reset: signIn && !settings.RESET_PASSWORD_DISABLED,
      minimumLength: settings.MIN_PASSWORD_LENGTH,
      maximumLength: settings.MAX_PASSWORD_LENGTH,
    },
    username: { minimumLength: settings.MIN_USERNAME_LENGTH, maximumLength: settings.MAX_USERNAME_LENGTH },
    account: {
      changeEmail: !settings.CHANGE_EMAIL_DISABLED,
      verifyEmail: !settings.VERIFICATION_EMAIL_DISABLED,
      delete: !settings.DELETE_USER_DISABLED,
    },
    links: { terms: settings.TERMS_URL ?? null, privacy: settings.PRIVACY_URL ?? null },
    organization: { create: !settings.ORGANIZATION_CREATION_DISABLED, limit: settings.ORGANIZATION_LIMIT },
  }
}
