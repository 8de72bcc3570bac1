import { holds } from '#contract/access.ts'
import { accountEmailFault, foldEmail, UNICODE_LOCAL_PART } from '#kernel/emails/email.ts'
import { DEFAULT_LANGUAGE, isOffered, type OfferedLanguage } from '#kernel/language/languages.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { foldCase } from '#kernel/text.ts'
import { userRefusals } from './refusals.ts'
import { ADMINISTRATOR, type NewUser, ORDINARY_USER, type User } from './user.ts'

const USERNAME = /^[A-Za-z0-9_.]+$/

/** The email in the form in which it is stored and compared. Refuses an invalid email. */
export function parseEmail(text: string): string {
  const fault = accountEmailFault(text)
  refuseWhen(fault === 'unicode_local_part', userRefusals.invalidEmail, { detail: UNICODE_LOCAL_PART })
  refuseWhen(fault !== null, userRefusals.invalidEmail)
  return foldEmail(text)
}

/** The allowed length of a user name, in characters. */
export interface UsernameBounds {
  readonly minimum: number
  readonly maximum: number
}

/** The user name in the form in which it is stored and compared. Refuses an invalid user name. */
export function parseUsername(text: string, bounds: UsernameBounds): string {
  refuseWhen(text.length < bounds.minimum, userRefusals.usernameTooShort)
  refuseWhen(text.length > bounds.maximum, userRefusals.usernameTooLong)
  refuseWhen(!USERNAME.test(text), userRefusals.usernameInvalid)
  return foldCase(text)
}

/** The unique names of a new user that are in use. */
export interface NamesInUse {
  readonly email: boolean
  readonly username: boolean
}

/** Refuses names that are in use. The user name is checked first. */
export function refuseNamesInUse(used: NamesInUse): void {
  refuseWhen(used.username, userRefusals.usernameTaken)
  refuseWhen(used.email, userRefusals.userAlreadyExists)
}

/** Refuses a write that failed because a concurrent sign-up took the name. `constraint` is the violated one. */
export function refuseTakenName(constraint: 'users_email_key' | 'users_username_key'): never {
  refuse(constraint === 'users_email_key' ? userRefusals.userAlreadyExists : userRefusals.usernameTaken)
}

/** The settings that decide whether an email belongs to the first administrator. */
export interface BootstrapSettings {
  /** `BOOTSTRAP_ADMIN_EMAIL` as configured. */
  readonly bootstrapEmail: string | undefined
  readonly isProduction: boolean
}

/**
 * Whether signing up with this email (in lower case) creates the first administrator, while none exists. In production the email
 * must be verified first, so the answer is no.
 */
export function isBootstrapEmail(email: string, { bootstrapEmail, isProduction }: BootstrapSettings): boolean {
  return bootstrapEmail !== undefined && !isProduction && foldEmail(bootstrapEmail) === email
}

/** The initial role and verification state of a new user: the first administrator is verified. */
export function initialRoleOf(isFirstAdministrator: boolean): Pick<NewUser, 'role' | 'emailVerified'> {
  return isFirstAdministrator ? { role: ADMINISTRATOR, emailVerified: true } : { role: ORDINARY_USER, emailVerified: false }
}

/** Whether a comma-joined list of roles contains the administrator role. */
export function isAdministrator(role: string | null): boolean {
  return holds(role ?? '', ADMINISTRATOR)
}

/** Whether `administrators` contains an administrator who is not banned, other than `without`. */
export function hasOtherAdministrator(administrators: readonly User[], without: string, now: Date): boolean {
  return administrators.some((each) => each.id !== without && banStateOf(each, now) !== 'active')
}

/** The state of the user's ban at `now`. An expired ban is to be lifted. */
export function banStateOf(user: Pick<User, 'banned' | 'banExpires'>, now: Date): 'none' | 'expired' | 'active' {
  if (!user.banned) return 'none'
  return user.banExpires !== null && user.banExpires <= now ? 'expired' : 'active'
}

/**
 * The language of an email to a user: the one that they chose, otherwise that of their request, otherwise English. Without `request`
 * another caller, or a job, sends the email.
 */
export function emailLanguageOf(
  { language }: { readonly language: string | null },
  request?: { readonly language?: OfferedLanguage | undefined },
): OfferedLanguage {
  return isOffered(language) ? language : (request?.language ?? DEFAULT_LANGUAGE)
}
